import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstAccepted } from '#domain/platform/languages'
import { sentence } from '../calls/answer.ts'
import { fillSentence } from '#domain/platform/sentence'
import type { Refusal } from '../calls/refusal.ts'

/** What shops' programs can be told a no in (by their `Accept-Language`); Spanish unless they ask for another. */
export type ShopLanguage = 'es' | 'pt' | 'en'

const read = (language: ShopLanguage): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../messages/${language}/shopErrors.json`), 'utf8')) as Record<string, string> // our own file
export const shopErrors = { pt: read('pt'), en: read('en') }

const ours = ['es', 'pt', 'en'] as const

/** The first of our languages by weight, regions left out; Spanish when there is none. */
export const readLanguage = (header: string | undefined): ShopLanguage => firstAccepted(header, ours) ?? 'es'

/** A refusal in one of the languages; what that file does not tell apart is said as its kind. */
export function sentenceIn(language: ShopLanguage, refusal: Refusal): string {
  if (language === 'es') return sentence(refusal)
  const known = shopErrors[language]
  const found = known[`errors.${refusal.type}.${refusal.why}`] ?? known[`errors.${refusal.type}`]
  return found === undefined
    ? sentence(refusal)
    : fillSentence(found, { seconds: String(refusal.retryAfterSeconds ?? 1), ...refusal.values })
}
