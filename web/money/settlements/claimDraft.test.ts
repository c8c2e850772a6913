import { expect, test } from 'vitest'
import { claimBody } from './claimDraft.ts'

const about = { paid: 10_000, today: '2026-11-20', ofLines: false }
const draft = { amount: 9_000, on: '2026-11-19', note: ' Falta una \n' }

test('a claim contains the amount and date shown by the bank, or an amount of 0', () => {
  expect(claimBody(draft, about).body).toEqual({ bank: { amount: 9_000, on: '2026-11-19' }, note: 'Falta una' })
  expect(claimBody({ ...draft, amount: 0 }, about).body).toEqual({ bank: { amount: 0, on: null }, note: 'Falta una' })
  expect(claimBody({ ...draft, amount: null }, { ...about, ofLines: true }).body).toEqual({ bank: null, note: 'Falta una' })
})

test.each([
  [{ amount: null }, 'amount'],
  [{ amount: 10_000 }, 'same'],
  [{ on: null }, 'day'],
  [{ on: '2026-11-21' }, 'late'],
] as const)('%j is rejected with the problem %s', (more, problem) => {
  expect(claimBody({ ...draft, ...more }, about)).toEqual({ body: null, problem })
})
