/** Every string of a source text that looks like a key: `t('a.b')`, `text('a.b')`, and keys in tables. */
export const literalsIn = (text: string): string[] =>
  [...text.matchAll(/(['"`])([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+)+)\1/g)].map((match) => match[2] ?? '')

/** Prefixes that the code completes with a value, t(`status.${kind}`), or reads as a group, documentLabels('status'), writeEmail('mail.reset', …). */
export const beginningsIn = (text: string): string[] => [
  ...[...text.matchAll(/`([a-z][A-Za-z0-9]*\.(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]*)\$\{/g)].map((match) => match[1] ?? ''),
  ...[...text.matchAll(/(?:documentLabels|writeEmail)\(\s*'([\w.]+)'/g)].map((match) => `${match[1]}.`),
]

/** The messages used by some source texts, of all existing ones. `messageProblems.ts` checks that no key is composed in any other way. */
export function messagesUsed<Word>(texts: readonly string[], words: Readonly<Record<string, Word>>): Record<string, Word> {
  const literals = new Set(texts.flatMap(literalsIn))
  const beginnings = [...new Set(texts.flatMap(beginningsIn))]
  const isUsed = (key: string) => literals.has(key) || beginnings.some((beginning) => key.startsWith(beginning))
  return Object.fromEntries(Object.entries(words).filter(([key]) => isUsed(key)))
}
