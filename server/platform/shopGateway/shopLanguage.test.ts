import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shopsApi } from '#contract/shopsApi'
import { text } from '../calls/messages.ts'
import { Refusal } from '../calls/refusal.ts'
import { apiErrors, readLanguage, sentenceIn } from '../gateway/problemBody.ts'

describe('the language of an error', () => {
  it.each([
    [undefined, 'es'],
    ['', 'es'],
    ['pt-PT,pt;q=0.9,en;q=0.8', 'pt'],
    ['fr, en-GB;q=0.5, es;q=0.4', 'en'],
    ['es;q=0.1, EN', 'en'],
    ['en;q=0, pt;q=0', 'es'],
    ['*, ;;q=,', 'es'],
    ['pt; q = 0.3, en ;q=0.7', 'en'],
  ])('%s is answered in %s', (header, language) => expect(readLanguage(header)).toBe(language))

  it('falls back to Spanish where another language lacks the case, with its values', () => {
    const refusal = new Refusal('RefundAmountExceeded', { values: { remaining: '12,00 €' } })
    expect(sentenceIn('pt', refusal)).toBe('É mais do que resta por devolver. Pode devolver até 12,00 €.')
    expect(sentenceIn('en', new Refusal('RefundNotAllowed', { why: 'nobody knows' }))).toBe('This order cannot be refunded.')
    expect(sentenceIn('es', refusal)).toBe(text('errors.RefundAmountExceeded', { remaining: '12,00 €' }))
  })

  it('has a message for each error of the shops’ API, and the same cases and values as Spanish', () => {
    const spanish = JSON.parse(readFileSync(join(import.meta.dirname, '../../../messages/es/platform/errors.json'), 'utf8')) as Record<
      string,
      string
    >
    const declared = Object.values(shopsApi).flatMap(({ refusals }) => refusals as readonly string[])
    const always = [
      'ApiValidationException',
      'UnauthorizedException',
      'PermissionDenied',
      'ObjectNotFoundException',
      'TooManyRequests',
      'InternalError',
      'Maintenance',
      'IdempotencyInFlight',
      'IdempotencyKeyReused',
      'PayloadTooLarge',
    ]
    const holes = (sentence: string | undefined) => [...(sentence ?? '').matchAll(/\{\w+\}/g)].map(String).toSorted()
    expect(Object.keys(apiErrors.pt)).toEqual(Object.keys(apiErrors.en))
    for (const words of [apiErrors.pt, apiErrors.en]) {
      expect([...new Set([...declared, ...always])].filter((type) => words[`errors.${type}`] === undefined)).toEqual([])
      expect(Object.keys(words).filter((key) => String(holes(words[key])) !== String(holes(spanish[key])))).toEqual([])
    }
  })
})
