import words from '../../messages/es/widget.json'

type Key = keyof typeof words

/** The sentence of a key with its values; the script carries its few words itself. */
export const word = (key: Key, values: Record<string, string> = {}): string =>
  words[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
