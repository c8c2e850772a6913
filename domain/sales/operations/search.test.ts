import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifySearch, trigrams, MAX_QUERY_TRIGRAMS, normaliseText, queryTrigrams, readSearch, type SearchType } from './search.ts'
import { testRuns } from '../../testing/testRuns.ts'

const ID = '8606a585a5a56e51856e7f6d84a131b8'

describe('classifySearch', () => {
  test.each([
    [ID, 'order_id'],
    [` ${ID}\n`, 'order_id'],
    ['A_'.repeat(16), 'order_id'],
    [ID.slice(1), 'name'],
    [`${ID}0`, 'name'],
    [`${ID.slice(1)}-`, 'name'],
    [`${ID.slice(1)}ñ`, 'name'],
    ['ana@tienda.example', 'mail'],
    ['.@', 'mail'],
    ['ana@tienda', 'name'],
    ['tienda.example', 'name'],
    ['PED-10482', 'name'],
    ['129,90', 'name'],
    ['', 'name'],
  ])('«%s» is %s', (text, type) => expect(classifySearch(text)).toBe(type))
})

describe('readSearch', () => {
  test.each<[string, SearchType, string, string[]]>([
    [ID, 'order_id', ID, [ID]],
    [' Ana@Tienda.example ', 'mail', 'ana@tienda.example', ['ana@tienda.example']],
    ['liq-2026-000123', 'settlement', 'LIQ-2026-000123', ['liq-2026-000123']],
    ['12345678z', 'document', '12345678Z', ['12345678z']],
    ['12.345.678-Z', 'document', '12345678Z', ['12345678z']],
    ['X1234567L', 'document', 'X1234567L', ['x1234567l']],
    ['B86012341', 'document', 'B86012341', ['b86012341']],
    ['B-86012341', 'document', 'B86012341', ['b86012341']],
    ['129,90', 'amount', '12990', ['12990']],
    ['129.90', 'amount', '12990', ['12990']],
    ['1.234,56 €', 'amount', '123456', ['123456']],
    ['40 €', 'amount', '4000', ['4000']],
    ['612345214', 'phone', '612345214', ['612345214']],
    ['+34 612 34 52 14', 'phone', '612345214', ['612345214']],
    ['+34 871 23 45 67', 'phone', '871234567', ['871234567']],
    ['612.345.214', 'phone', '612345214', ['612345214']],
    ['PED-10482', 'order_number', 'PED-10482', ['ped-10482']],
    ['#10482', 'order_number', '10482', ['10482']],
    ['10482', 'order_number', '10482', ['10482']],
    ['871234567', 'order_number', '871234567', ['871234567']],
    ['12345678-A', 'order_number', '12345678-A', ['12345678-a']],
    ['LIQ-2026-00012', 'order_number', 'LIQ-2026-00012', ['liq-2026-00012']],
    ['García  Núñez,ana', 'name', 'García  Núñez,ana', ['garcia', 'nunez', 'ana']],
    ['Ana ana', 'name', 'Ana ana', ['ana']],
    ['O’Hara-Pérez', 'name', 'O’Hara-Pérez', ["o'hara-perez"]],
    ['Calle 13', 'name', 'Calle 13', ['calle', '13']],
    ['600,00 EUR', 'amount', '60000', ['60000']],
    ['1 234,56', 'amount', '123456', ['123456']],
    ['1\u202f234,56\u00a0€', 'amount', '123456', ['123456']],
    ['\uff11\uff12\uff0c\uff15\uff10', 'amount', '1250', ['1250']],
    ["12'50", 'amount', '1250', ['1250']],
    ['+34\u00a0612\u2011345\u2011678\u200e', 'phone', '612345678', ['612345678']],
    ['\u202aAna@Tienda.es\u202c', 'mail', 'ana@tienda.es', ['ana@tienda.es']],
    ['05.12', 'order_number', '05.12', ['05.12']],
    ['12,345 €', 'name', '12,345 €', ['12', '345', '€']],
    [' , ', 'name', ',', []],
    ['', 'name', '', []],
  ])('«%s» is %s', (text, type, value, terms) => expect(readSearch(text)).toEqual({ type, value, terms }))

  test('accepts the type to read the text as', () => {
    expect(readSearch('PED-10482', 'name')).toEqual({ type: 'name', value: 'PED-10482', terms: ['ped-10482'] })
    expect(readSearch('130', 'amount')).toEqual({ type: 'amount', value: '13000', terms: ['13000'] })
    expect(readSearch('García', 'amount')).toEqual({ type: 'amount', value: '', terms: [] })
    expect(readSearch('García', 'order_number').value).toBe('García')
    expect(readSearch('', 'mail').terms).toEqual([])
  })

  test('recognises identifiers and e-mails, and never throws', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const specified = classifySearch(text)
      const { type, terms } = readSearch(text)
      expect(terms.every((term) => term !== '' && normaliseText(term) === term)).toBe(true)
      if (specified !== 'name') expect(type).toBe(specified)
    })
    fc.assert(property, { numRuns: testRuns(3_000) })
  })
})

describe('normaliseText', () => {
  test.each([
    ['  José   NÚÑEZ\t', 'jose nunez'],
    ['İstanbul', 'istanbul'],
    ['Ç', 'c'],
    ['ﬁn', 'fin'],
    ['x\u00a0y', 'x y'],
    ['', ''],
  ])('«%s» is «%s»', (text, expected) => expect(normaliseText(text)).toBe(expected))

  test('composed and decomposed letters are the same', () => {
    expect(normaliseText('Núñez'.normalize('NFD'))).toBe(normaliseText('Núñez'.normalize('NFC')))
  })
})

describe('trigrams', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdeáéñÑÜ -,7'), maxLength: 30 })

  test('of a substring are a subset of those of the word', () => {
    const property = fc.property(letters, fc.nat(40), fc.nat(12), (text, start, length) => {
      const words = normaliseText(text).split(/[\s,]+/)
      const word = words[start % words.length] ?? ''
      const part = word.slice(start % (word.length + 1)).slice(0, length)
      const index = new Set(trigrams('t1', text))
      return trigrams('t1', part).every((trigram) => index.has(trigram)) && queryTrigrams('t1', part).every((trigram) => index.has(trigram))
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
  })

  test('are distinct signed 32-bit integers, one for each trigram of each word', () => {
    expect(trigrams('t', 'García')).toHaveLength(4)
    expect(trigrams('t', 'García garcia')).toHaveLength(4)
    expect(trigrams('t', 'ana')).toHaveLength(1)
    expect(trigrams('t', 'aaaaaa')).toHaveLength(1)
    expect(trigrams('t', 'de la o')).toEqual([])
    expect(trigrams('t', 'GARCIA')).toEqual(trigrams('t', 'garcía'))
    const many = trigrams('t', Array.from({ length: 500 }, (_, index) => `w${index}x`).join(' '))
    expect(many.every((trigram) => trigram === (trigram | 0))).toBe(true)
    expect(many.some((trigram) => trigram < 0)).toBe(true)
  })

  test('are stable, because they are stored', () => {
    expect(trigrams('8606a585:live', 'Núñez')).toEqual([1781118752, 184609023, -631898877])
  })

  test('differ between tenants and modes', () => {
    const ofThisShop = new Set(trigrams('merchant:live', 'maria garcia fernandez'))
    expect(trigrams('merchant:sandbox', 'maria garcia fernandez').filter((trigram) => ofThisShop.has(trigram))).toEqual([])
    expect(trigrams('merchanu:live', 'maria garcia fernandez').filter((trigram) => ofThisShop.has(trigram))).toEqual([])
  })

  test('are well distributed: 17 576 trigrams of 20 tenants hardly collide and use every bit', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz'
    const text = [...alphabet].flatMap((a) => [...alphabet].flatMap((b) => [...alphabet].map((c) => a + b + c))).join(' ')
    const all = Array.from({ length: 20 }, (_, tenant) => trigrams(`tenant${tenant}`, text)).flat()
    const expected = all.length ** 2 / 2 ** 33
    expect(all.length - new Set(all).size).toBeLessThan(expected * 1.5)
    for (let bit = 0; bit < 32; bit += 1) {
      const share = all.filter((trigram) => ((trigram >>> bit) & 1) === 1).length / all.length
      expect(Math.abs(share - 0.5)).toBeLessThan(0.01)
    }
  })

  test('of a query are at most four, including the first and the last', () => {
    const all = trigrams('t', 'fernandez')
    expect(queryTrigrams('t', 'fernandez')).toEqual([all[0], all[2], all[4], all[6]])
    expect(queryTrigrams('t', 'garcia')).toEqual(trigrams('t', 'garcia'))
    expect(queryTrigrams('t', 'fe')).toEqual([])
    expect(queryTrigrams('t', 'PED-1999996')).toEqual(trigrams('t', '1999996'))
    expect(queryTrigrams('t', 'lote 12-34567')).toEqual(trigrams('t', '34567'))
    const property = fc.property(letters, (text) => {
      fc.pre(!/\d{5}/.test(text))
      const grams = queryTrigrams('t', text)
      expect(grams).toHaveLength(Math.min(trigrams('t', text).length, MAX_QUERY_TRIGRAMS))
      expect(new Set(grams).size).toBe(grams.length)
    })
    fc.assert(property, { numRuns: testRuns(1_000) })
  })
})
