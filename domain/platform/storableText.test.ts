import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storableText } from './storableText.ts'

test('a stored text has whole characters, one line and at most its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.nat(12), (text, more, limit) => {
      const stored = storableText(text + more, limit)
      return stored.isWellFormed() && stored.length <= limit && !/\p{Cc}/u.test(stored.replaceAll(/[\u0080-\u009f]/g, ''))
    }),
  )
})

test('a character that does not fit is left out whole, and lines become one', () => {
  expect(storableText('Sofá 🛋️', 6)).toBe('Sofá')
  expect(storableText(' Sofá\u0000\nDuero ', 250)).toBe('Sofá  Duero')
  expect(storableText('a\ud83d', 250)).toBe('a\ufffd')
})
