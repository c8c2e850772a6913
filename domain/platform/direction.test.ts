import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from './csvText.ts'
import { isolated, joinTexts, withoutMisleading } from './direction.ts'
import { storableText } from './storableText.ts'
import { fillSentence } from './sentence.ts'

const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u00ad\u200b\u2060\u0085\u2028\u{e0041}'
const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '1', 'ש', 'م', '👩', '\u200d', ...marks) })

describe('text that somebody wrote', () => {
  it('keeps nothing that turns or hides text, and all that is seen', () => {
    fc.assert(fc.property(anyText, (text) => ![...marks].some((mark) => withoutMisleading(text).includes(mark))))
    expect(withoutMisleading('So\u202efá «ñ» 👩\u200d👧 שלום\nDuero\u2028')).toBe('Sofá «ñ» 👩\u200d👧 שלום\nDuero ')
    expect(storableText(`${marks}Sofá\u202e`, 250)).toBe('Sofá')
    expect(csvText('a\u202e"b')).toBe('"a""b"')
  })
})

describe('a text inside a sentence', () => {
  it('does not turn the amount after it, whatever is stored', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const sentence = fillSentence('{name} paga {amount}', { name, amount: '12,00 €' })
        let depth = 0
        for (const letter of sentence) {
          if ('\u202a\u202b\u202d\u202e\u2066\u2067\u200f\u061c'.includes(letter)) return false
          if (/[\u0590-\u06ff]/.test(letter) && depth === 0) return false
          depth += letter === '\u2068' ? 1 : letter === '\u2069' ? -1 : 0
          if (depth < 0) return false
        }
        return depth === 0 && sentence.endsWith(' paga 12,00 €')
      }),
    )
  })
  it('is left as it is where it runs from left to right, and is closed once inside another sentence', () => {
    expect(isolated('Bar «Olé» 👩\u200d👧 24 h')).toBe('Bar «Olé» 👩\u200d👧 24 h')
    expect(isolated(`${isolated('שלום')} paga`)).toBe('\u2068\u2068שלום\u2069 paga\u2069')
    expect(isolated('a\u2069\u2068b\u202e')).toBe('\u2068ab\u2069')
  })
})

it('texts side by side do not turn each other, and what is empty leaves no dot', () => {
  expect(joinTexts(['שלום', '12,00 €', '', null, false, 'Bar'])).toBe('\u2068שלום\u2069 · 12,00 € · Bar')
  expect(joinTexts(['Ana', 'دكان'], ', ')).toBe('Ana, \u2068دكان\u2069')
})
