import { expect, it } from 'vitest'
import { properName, typedText } from '#contract/platform/values'

it('removes characters that hide text or change its direction from free text, and refuses them in names', () => {
  expect(typedText(20).safeParse(' \u202eSofá\u2066 🛋️\nD\u00aduero\u2069 ').data).toBe('Sofá 🛋️\nDuero')
  expect(typedText(20).safeParse('a\u0000').success).toBe(false)
  expect(properName(12).safeParse('\u202eAna').success).toBe(false)
})
