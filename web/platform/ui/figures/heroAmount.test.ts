import { expect, test } from 'vitest'
import { cents, formatAmount } from '#domain/platform/money'
import { sizeOf } from './HeroAmount.tsx'

test('an amount is smaller once it has seven figures, the minus counted as one', () => {
  const sizes = [999_999, 1_000_000, -99_999, -100_000, -10_000_000].map((one) => sizeOf(formatAmount(cents(one))))
  expect(sizes).toEqual([
    undefined,
    'min(var(--text-hero), 17.6vw)',
    undefined,
    'min(var(--text-hero), 17.6vw)',
    'min(var(--text-hero), 14.2vw)',
  ])
  expect(sizeOf('—')).toBeUndefined()
})
