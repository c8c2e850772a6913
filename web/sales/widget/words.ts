import spanish from '../../../messages/es/sales/widget.json'

type Key = keyof typeof spanish
type Words = Partial<Record<string, string>>

let words: Words = spanish

/** Sets the messages of the next rendering; Spanish, which is bundled in the script, by default. */
export const setMessages = (loaded: Words = spanish): void => void (words = loaded)

/** The message of a key with its values interpolated. */
export const word = (key: Key, values: Record<string, string> = {}): string =>
  (words[key] ?? spanish[key]).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
