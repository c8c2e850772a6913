import { expect, it } from 'vitest'
import { type LedgerSum, providerFigures } from './ledger.ts'

const sum = (kind: LedgerSum['kind'], account: LedgerSum['account'], debit: number, credit: number): LedgerSum => ({
  kind,
  account,
  debit,
  credit,
})

it('reads the provider’s figures from the sums of the ledger', () => {
  // A sale of 100.00 with a fee of 2.00 and its VAT, an opening fee of 1.00; half of it given back; the shop paid, the customer given back 3.00, and a debt repaid.
  const sums = [
    sum('capture', 'consumer_receivable', 10_000, 0),
    sum('capture', 'cash', 100, 0),
    sum('capture', 'interest_income', 0, 100),
    sum('capture', 'merchant_payable', 0, 9_758),
    sum('capture', 'fee_income', 0, 200),
    sum('capture', 'vat_payable', 0, 42),
    sum('refund', 'merchant_payable', 4_879, 0),
    sum('refund', 'fee_income', 100, 0),
    sum('refund', 'vat_payable', 21, 0),
    sum('refund', 'consumer_receivable', 0, 5_000),
    sum('instalment', 'cash', 2_100, 0),
    sum('instalment', 'interest_income', 0, 100),
    sum('instalment', 'consumer_receivable', 0, 2_000),
    sum('payout', 'merchant_payable', 4_879, 0),
    sum('payout', 'cash', 0, 4_879),
    sum('credit_payment', 'consumer_credit', 300, 0),
    sum('credit_payment', 'cash', 0, 300),
    sum('dispute', 'disputed_funds', 500, 500),
    sum('dispute', 'dispute_losses', 500, 0),
    sum('dispute', 'dispute_fees', 20, 0),
    sum('dispute', 'cash', 0, 520),
    sum('repayment', 'cash', 50, 0),
    sum('repayment', 'merchant_payable', 0, 50),
  ]
  expect(providerFigures(sums)).toEqual({
    volume: 10_000,
    refunded: 5_000,
    fees: 100,
    interest: 200,
    subsidies: 0,
    vat: 21,
    collected: 2_200,
    paidOut: 4_879,
    toCustomers: 300,
    disputes: 520,
    repaid: 50,
    cash: -3_449,
  })
})

it('is zero, and not minus zero, without a journal', () => {
  expect(Object.values(providerFigures([])).every((figure) => Object.is(figure, 0))).toBe(true)
})
