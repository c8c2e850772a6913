import type { PlantedDefect } from './plantedDefect.ts'

/** Defects of paying what is owed to customers. */
export const creditDefects: readonly PlantedDefect[] = [
  {
    name: 'a credit paid twice after a lost answer',
    file: 'server/money/credits/payCredits.ts',
    find: '      id: payment.id,\n      place:',
    replace: '      id: isNew ? payment.id : crypto.randomUUID(),\n      place:',
    caughtBy: ['server/money/credits/payCredits.test.ts'],
  },
  {
    name: 'a card given back more than its charge took',
    file: 'domain/money/customerCredit.ts',
    find: 'Math.min(leftCents, takenCents - refundedCents)',
    replace: 'Math.min(leftCents, takenCents)',
    caughtBy: ['domain/money/customerCredit.test.ts'],
  },
  {
    name: 'a charge without the constraint against giving back too much',
    file: 'server/platform/database/migrations/0001_baseline.sql',
    find: 'constraint charges_refunded check (refunded_cents <= amount_cents and refunded_cents >= 0)',
    replace: 'constraint charges_refunded check (refunded_cents >= 0)',
    caughtBy: ['server/money/credits/payCredits.test.ts'],
  },
  {
    name: 'a credit without the constraint against paying too much',
    file: 'server/platform/database/migrations/0001_baseline.sql',
    find: 'constraint customer_credits_once check (paid_cents + under_way_cents <= amount_cents)',
    replace: 'constraint customer_credits_once check (paid_cents >= 0)',
    caughtBy: ['server/money/credits/payCredits.test.ts'],
  },
  {
    name: 'a credit forgotten on cancellation',
    file: 'server/sales/lifecycle/completeRefund.ts',
    find: '  openCredit(db, scope, {',
    replace: '  if (!settled.whole) openCredit(db, scope, {',
    caughtBy: ['server/money/credits/payCredits.test.ts'],
  },
  {
    name: 'a customer told that a credit was sent before it was',
    file: 'server/money/credits/syncCredit.ts',
    find: "if (isNew && state === 'paid')",
    replace: "if (isNew ? state === 'paid' : credit.underWayCents > 0)",
    caughtBy: ['server/money/credits/payCredits.test.ts'],
  },
  {
    name: 'a transfer to a customer made twice by two answers at once',
    file: 'server/money/credits/creditRows.ts',
    find: '= ${creditId}) for no key update`)',
    replace: '= ${creditId})`)',
    caughtBy: ['server/money/credits/creditTransfers.test.ts'],
  },
  {
    name: 'a transfer that the bank returns after it was paid told to nobody',
    file: 'server/money/credits/creditPayments.ts',
    find: "wasPaid || payment.kind === 'transfer'",
    replace: "!wasPaid && payment.kind === 'transfer'",
    caughtBy: ['server/money/credits/creditTransfers.test.ts'],
  },
]
