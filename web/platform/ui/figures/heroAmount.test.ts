import { expect, test } from 'vitest'
import { cents, formatAmount } from '#domain/platform/money'
import { sizeOf } from './HeroAmount.tsx'

test('an amount is smaller once it has eight figures, the minus counted as one', () => {
  const sizes = [9_999_999, 10_000_000, -999_999, -1_000_000, -10_000_000].map((one) => sizeOf(formatAmount(cents(one))))
  expect(sizes).toEqual([
    undefined,
    'min(var(--text-hero), 17.2vw)',
    undefined,
    'min(var(--text-hero), 17.2vw)',
    'min(var(--text-hero), 15.4vw)',
  ])
  expect(sizeOf('—')).toBeUndefined()
})
