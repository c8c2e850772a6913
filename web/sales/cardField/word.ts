import type cardField from '../../../messages/es/sales/cardField.json'

type Key = keyof typeof cardField & string

let read: Record<string, string> | undefined

/** The translated message of a key; the build embeds the card field's messages in its page. */
export function word(key: Key, values: Record<string, string> = {}): string {
  read ??= JSON.parse(document.getElementById('words')?.textContent ?? '{}') as Record<string, string> // written by our own build
  return (read[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
