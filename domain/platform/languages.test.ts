import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstAccepted, languages } from './languages.ts'
import { wordGaps } from './wordGaps.ts'

describe('the language that a browser asks for', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['ca-ES,ca;q=0.9,es;q=0.8', 'ca'],
    ['en-GB, pt-PT;q=0.5, eu;q=0.7', 'eu'],
    ['fr, de;q=0.9', undefined],
    ['gl;q=0, es;q=0.1', 'es'],
    ['PT', 'pt'],
    ['eus', undefined],
    ['*, ;;q=,', undefined],
  ])('%s is answered in %s', (header, language) => expect(firstAccepted(header, languages)).toBe(language))

  it('is one that is offered, whatever is asked', () => {
    fc.assert(fc.property(fc.string(), (header) => [undefined, 'ca'].includes(firstAccepted(header, ['ca']))))
    expect(firstAccepted('ca, es;q=0.5', ['es', 'gl'])).toBe('es')
  })
})

// The product tells one from all the rest: so do the five languages, for every count that is no million.
it.each(['es', 'ca', 'gl', 'eu', 'pt-PT'])('counts in %s as the product does', (language) => {
  const rules = new Intl.PluralRules(language)
  for (const count of [0, 1, 2, 5, 11, 21, 100, 101, 1234]) expect(rules.select(count) === 'one').toBe(count === 1)
})

describe('what a language lacks', () => {
  const source = { 'a.title': 'Devolver {amount} a {name}', 'a.count': { one: '1 línea', other: '{count} líneas' }, 'a.end': '' }
  const whole = { 'a.title': 'Torna {amount} a {name}', 'a.count': { one: '{count} línia', other: '{count} línies' }, 'a.end': '' }

  it('is nothing when it says all that Spanish says', () => expect(wordGaps(source, whole)).toEqual([]))
  it.each([
    [{ 'a.title': undefined }, '"a.title" is missing.'],
    [{ 'a.title': ' ' }, '"a.title" is empty.'],
    [{ 'a.title': 'Torna {amount}' }, '"a.title" has the places {amount}, and must have {amount}, {name}.'],
    [{ 'a.title': 'Torna {import} a {name}' }, '"a.title" has the places {import}, {name}, and must have {amount}, {name}.'],
    [{ 'a.title': { one: 'x', other: 'y' } }, '"a.title" must be one sentence.'],
    [{ 'a.count': 'línies' }, '"a.count" must be {"one", "other"}.'],
    [{ 'a.count': { one: '', other: '{count} línies' } }, '"a.count" is empty.'],
    [{ 'a.count': { one: 'una' } }, '"a.count" must be {"one", "other"}.'],
  ])('%o', (change, gap) => expect(wordGaps(source, { ...whole, ...change })).toEqual([gap]))
})
