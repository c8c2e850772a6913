import { expect, test } from 'vitest'
import { replacedParts } from './replacedParts.ts'

const version = (id: string, state: 'coming' | 'in_force' | 'past' | 'withdrawn', products: string[], payout: boolean) => ({
  id,
  state,
  products: products.map((product) => ({ product })),
  payout: payout ? {} : null,
})

test('a version is in force only for what no later one that has begun has replaced', () => {
  const all = ['instalments', 'pay_in_4']
  const versions = [
    version('next year', 'coming', all, true),
    version('mistake', 'withdrawn', all, true),
    version('payout alone', 'in_force', [], true),
    version('one product', 'in_force', ['pay_in_4'], false),
    version('first', 'in_force', all, true),
    version('replaced whole', 'past', all, true),
  ]
  const isOver = replacedParts(versions)
  const over = versions.flatMap((one) =>
    [...one.products.map(({ product }) => product), 'payout'].filter((part) => isOver(one, part)).map((part) => `${one.id}: ${part}`),
  )
  expect(over.filter((text) => text !== 'one product: payout')).toEqual(['first: pay_in_4', 'first: payout'])
})
