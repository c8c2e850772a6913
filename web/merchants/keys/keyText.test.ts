import { expect, it } from 'vitest'
import { maskedKey } from './keyText.ts'

it('identifies a key by kind, mode and last characters', () => {
  expect(maskedKey({ kind: 'private', lastFour: 'a1B2' }, 'live')).toBe('sk_live_••••a1B2')
  expect(maskedKey({ kind: 'public', lastFour: 'a1B2' }, 'sandbox')).toBe('pk_test_••••a1B2')
})
