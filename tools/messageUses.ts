/** Every string of a text that looks like a key: `t('a.b')`, `text('a.b')`, and keys kept in tables. */
export const literalsIn = (text: string): string[] =>
  [...text.matchAll(/(['"`])([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+)+)\1/g)].map((match) => match[2] ?? '')

/** Beginnings of keys that a text completes with a value, t(`status.${kind}`), or reads all together, documentWords('status'). */
export const beginningsIn = (text: string): string[] => [
  ...[...text.matchAll(/`([a-z][A-Za-z0-9]*\.(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]*)\$\{/g)].map((match) => match[1] ?? ''),
  ...[...text.matchAll(/documentWords\('([\w.]+)'\)/g)].map((match) => `${match[1]}.`),
]

/** The words that some texts of code say, of all that there are. That no key is put together in another way is checked (`messageProblems.ts`). */
export function wordsSaid<Word>(texts: readonly string[], words: Readonly<Record<string, Word>>): Record<string, Word> {
  const literals = new Set(texts.flatMap(literalsIn))
  const beginnings = [...new Set(texts.flatMap(beginningsIn))]
  const said = (key: string) => literals.has(key) || beginnings.some((beginning) => key.startsWith(beginning))
  return Object.fromEntries(Object.entries(words).filter(([key]) => said(key)))
}
