import spanish from '../../../messages/es/sales/widget.json'

type Key = keyof typeof spanish
type Words = Partial<Record<string, string>>

let words: Words = spanish

/** What is drawn next is said in these words; in Spanish, which the script carries itself, where there are none. */
export const speak = (given: Words = spanish): void => void (words = given)

/** The sentence of a key with its values. */
export const word = (key: Key, values: Record<string, string> = {}): string =>
  (words[key] ?? spanish[key]).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
