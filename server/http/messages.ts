import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Spanish sentences, the same files that the web app loads. Read once at start. */
const folder = join(import.meta.dirname, '../../messages/es')
type Values = Record<string, string | number>
const catalogue: Record<string, string | { one: string; other: string }> = Object.assign(
  {},
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object),
)

/** The sentence for a key with its `{values}` filled in; an unknown key is a programming error. */
export function text(key: string, values: Values = {}): string {
  const found = catalogue[key]
  if (found === undefined) throw new Error(`no message ${key}`)
  const sentence = typeof found === 'string' ? found : values.count === 1 ? found.one : found.other
  return filled(sentence, values)
}

/** A sentence with its `{values}` put in. */
export const filled = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

export const hasText = (key: string): boolean => key in catalogue
