import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentence } from './answer.ts'
import { filled } from './messages.ts'
import type { Refusal } from './refusal.ts'

/** What shops' programs can be told a no in (shops' API, `Accept-Language`); Spanish unless they ask for another. */
export type ShopLanguage = 'es' | 'pt' | 'en'

const read = (language: ShopLanguage): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../messages/${language}/shopErrors.json`), 'utf8')) as Record<string, string> // our own file
export const shopErrors = { pt: read('pt'), en: read('en') }

const isOurs = (word: string): word is ShopLanguage => word === 'es' || word === 'pt' || word === 'en'

/** The first of our languages by weight (RFC 9110 §12.5.4), regions left out; Spanish when there is none. */
export function readLanguage(header: string | undefined): ShopLanguage {
  const asked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', weight] = part.split(/;\s*q\s*=/i)
      return { word: range.trim().slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ word, weight }) => isOurs(word) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const [first] = asked
  return first && isOurs(first.word) ? first.word : 'es'
}

/** A refusal in one of the languages; what that file does not tell apart is said as its kind. */
export function sentenceIn(language: ShopLanguage, refusal: Refusal): string {
  if (language === 'es') return sentence(refusal)
  const known = shopErrors[language]
  const found = known[`errors.${refusal.type}.${refusal.why}`] ?? known[`errors.${refusal.type}`]
  return found === undefined ? sentence(refusal) : filled(found, { seconds: String(refusal.retryAfterSeconds ?? 1), ...refusal.values })
}
