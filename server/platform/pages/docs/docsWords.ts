import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillSentence } from '#domain/platform/sentence'
import type { DescriptionLanguage } from '../../apiDescription/described.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

const read = (language: DescriptionLanguage) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `words.${language}.json`), 'utf8')) as Record<string, string> // our own file

/** The words of the documentation pages: in the languages of the descriptions, not in those of the panel. */
const words = { es: read('es'), en: read('en') }

/** A sentence of the documentation pages, as HTML. Throws for an unknown key, which is a programming error. */
export type DocsText = (key: string, values?: Record<string, string>) => string

/** The same as plain text. */
export function docsWord(language: DescriptionLanguage, key: string, values: Record<string, string> = {}): string {
  const sentence = words[language][key]
  if (sentence === undefined) throw new Error(`no words for ${key}`)
  return fillSentence(sentence, values)
}

export const docsText =
  (language: DescriptionLanguage): DocsText =>
  (key, values) =>
    escapeHtml(docsWord(language, key, values))
