import type { SourceFile } from './sourceProblems.ts'

/** A term that the glossary has replaced, and what to say instead. */
type ReplacedTerm = { find: RegExp; instead: string }

const replacedTerms: readonly ReplacedTerm[] = [
  { find: /\b[Hh]ouses?\b|[a-z]House\b|\bhouse[A-Z]\w*/g, instead: 'services, server or product' },
  { find: /\b[Dd]oors?\b|[a-z]Doors?\b|\b[dD]oor[A-Z]\w*/g, instead: 'authenticate…, link or page' },
  {
    find: /\b(?:send|queue|write|note|team|key|notice|refund|iban|return)\w*Letters?\b|\bletters?(?:To|Of)\b|\b(?:[aA]|the|each|every|its|this) letters? (?:to|that|goes|is|was|waits)\b/g,
    instead: 'e-mail or message',
  },
  { find: /\b[sS]eats?\b|\bseatOf\b|\bsandboxSeat\b/g, instead: 'sandbox-only member' },
  { find: /\b(?:outside|behind|inside) (?:the|its own|their own|a) (?:tenants' )?wall\b/g, instead: 'row-level security' },
  { find: /\bstruck off\b/g, instead: 'removed' },
  { find: /\bnamed no\b/g, instead: 'nothing, or the reason' },
  { find: /\b\w+Grams\b/g, instead: 'trigrams' },
  { find: /\bmost(?!Plan\b|Sold\b)[A-Z]\w*|\bMOST_(?!IDLE_MINUTES\b)[A-Z_]+/g, instead: 'max…' },
  { find: /\b[A-Z_]+_(?:MOST|LEAST)\b/g, instead: 'MAX_… or MIN_…' },
  { find: /\b(?:open|lay|start|test|debit|invoicing)Ground\b|\b(?:start|test)Telling\b/g, instead: 'fixture or installation' },
  { find: /\b(?:failure|device|access|kind|month|line|reading|later|page)Words\b/g, instead: '…Text, …Label or …Message' },
  { find: /\b(?:speakingTo|sendSurely|useSurely|useSureRequest)\b/g, instead: 'withRecipientLanguage, sendIdempotent' },
  {
    find: /\b(?:DialogVerbs|useGuardedVerb|useKeyVerb|askForMissing|workRead|workCount|watchWork|shopNow|useShop|laterScreens|LeavingPage)\b/g,
    instead: 'the term of the React documentation or of docs/glossary.md',
  },
  {
    find: /\b(?:handOutProblem|isSecret|nameInLetter|assertSeen|ownerStanding|standingOf|paperDoubts|handedFile|askedAmount|askedCents)\b/g,
    instead: 'the term of docs/glossary.md',
  },
  {
    find: /\b(?:comesBack|saidOnce|everyCallRefuses|putBack|giveUp|turnsOf|lostRequests|makeWho|whyRefused|deedsOf)\b/g,
    instead: 'the term of docs/glossary.md',
  },
]

/** Keys of messages, in quotes with a dot; and names that the schema still has. */
const notChecked = /'\w+(?:\.\w+)+'|\w+_doors\b/g

/** Uses of terms that the glossary has replaced, in code, comments and titles of tests. */
export function termProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ name }) => /\.(?:tsx?|mjs)$/.test(name) && !name.startsWith('tools/termProblems'))
    .flatMap(({ name, text }) => {
      // Nearly always none: looking for each term in each line takes several times as long.
      const terms = replacedTerms.filter(({ find }) => text.search(find) >= 0)
      if (terms.length === 0) return []
      return text.split('\n').flatMap((line, at) => {
        const checked = line.replaceAll(notChecked, '')
        return terms.flatMap(({ find, instead }) =>
          [...checked.matchAll(find)].map(([word]) => `${name}:${at + 1}: "${word}" is a replaced term; say ${instead}.`),
        )
      })
    })
}
