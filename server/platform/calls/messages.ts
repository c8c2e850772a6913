import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionWords } from '#contract/actions'
import { firstAccepted, languages, type Language } from '#domain/platform/languages'
import { fillSentence, type Message } from '#domain/platform/sentence'
import { wordGaps } from '#domain/platform/wordGaps'

/** The sentences that the web app loads too, read once at start. */
const folder = join(import.meta.dirname, '../../../messages')
type Values = Record<string, string | number>
type Catalogue = Record<string, Message>

const names = [
  ...readdirSync(join(folder, 'es'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')),
  'platform/actions.json',
]
const readCatalogue = (language: Language): Catalogue =>
  Object.assign(
    {},
    ...names
      .map((name) => join(folder, language, name))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as object),
  ) as Catalogue // our own files

const spanish: Catalogue = { ...readCatalogue('es'), ...actionWords }
const catalogues = new Map<Language, Catalogue>([
  ['es', spanish],
  ...languages
    .filter((language) => language !== 'es')
    .map((language) => [language, readCatalogue(language)] as const)
    .filter(([, words]) => wordGaps(spanish, words).length === 0),
])

/** The languages that say all that Spanish says; Spanish always. */
export const offered: readonly Language[] = languages.filter((language) => catalogues.has(language))

/** A language that is offered, else Spanish. */
export const offeredOr = (word: string | null | undefined): Language => offered.find((language) => language === word) ?? 'es'

/** What browsers say again and again, and how it was read. */
const accepted = new Map<string, Language>()
const mostAccepted = 500

/** The offered language that an `Accept-Language` header asks for first, else Spanish. */
export function acceptedOf(header = ''): Language {
  const known = accepted.get(header)
  if (known !== undefined) return known
  const language = firstAccepted(header, offered) ?? 'es'
  if (accepted.size >= mostAccepted) accepted.clear()
  if (header.length <= 200) accepted.set(header, language)
  return language
}

const speech = new AsyncLocalStorage<Language>()

/** Does work whose sentences are in one of the offered languages: a call in its page's, a letter in its reader's. */
export const speaking = <T>(language: Language, work: () => T): T => speech.run(language, work)

/** The language of the work under way; Spanish where nobody has said another. */
export const spoken = (): Language => speech.getStore() ?? 'es'

/** Does work in the language that a person has chosen; Spanish while they have not, whoever's call it is part of. */
export const speakingTo = <T>(locale: string | null, work: () => T): T => speaking(offeredOr(locale), work)

/** What the law or an accountant reads stays Spanish, whoever asks for it: files, invoices, contracts (decision 0023). */
const inDocuments =
  /^(?:download|(?:debits|invoices|reports|settlements)\.file|debits\.wording|activity\.column|consumer\.contract)(?:\.(?!letter\.)|$)/

/** The sentence for a key with its `{values}` filled in, in the language of the work under way; an unknown key is a programming error. */
export function text(key: string, values: Values = {}): string {
  const found = (inDocuments.test(key) ? spanish : (catalogues.get(spoken()) ?? spanish))[key]
  if (found === undefined) throw new Error(`no message ${key}`)
  return fillSentence(found, values)
}

/** The sentences whose keys begin so, in the language of the work under way: for a script that carries Spanish alone. */
export const sentencesUnder = (beginning: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogues.get(spoken()) ?? spanish).flatMap(([key, said]) =>
      key.startsWith(beginning) && typeof said === 'string' ? [[key, said]] : [],
    ),
  )

export const hasText = (key: string): boolean => Object.hasOwn(spanish, key)
