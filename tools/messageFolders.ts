import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#domain/platform/languages'

export type Messages = Record<string, unknown>

/** The message files of a language by path (`sales/notes.json`); empty if it was not started. Errors of the shops' API (`shopErrors.json`) are not included. */
export function readMessages(folder: string, language: Language): Map<string, Messages> {
  const own = join(folder, language)
  const names = existsSync(own)
    ? readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json') && !name.endsWith('shopErrors.json'))
    : []
  return new Map(names.toSorted().map((name) => [name, JSON.parse(readFileSync(join(own, name), 'utf8')) as Messages])) // our own files
}
