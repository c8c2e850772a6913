import { expect, it } from 'vitest'
import { secretsMatch } from './token.ts'

it.each([
  ['abcd', true],
  ['abce', false],
  ['abc', false],
  ['abcde', false],
  ['', false],
  // As many characters, more bytes.
  ['abcé', false],
  ['abc\u{d800}', false],
])('%j for "abcd": %s', (shown, right) => expect(secretsMatch(shown, 'abcd')).toBe(right))
