import type { Iban } from '#contract/merchants/ibans'

/** Fixture: an active default bank account, set up by the provider. */
export const testIban = (more: Partial<Iban> = {}): Iban => ({
  id: '1'.repeat(32),
  iban: 'ES91 •••• 1332',
  holderName: 'Ciclos Alameda SL',
  holderDocument: null,
  bankCode: '2100',
  bankName: 'CaixaBank',
  bic: 'CAIXESBB',
  status: 'active',
  isDefault: true,
  certificate: null,
  merchants: [],
  requestedBy: null,
  requestedAt: '2026-11-19T09:00:00.000Z',
  confirmedAt: null,
  needsSecondOwner: false,
  secondOwner: null,
  reviewedAt: null,
  rejectionReason: null,
  effectiveFrom: null,
  firstSettlementOn: null,
  paymentsPaused: false,
  ...more,
})
