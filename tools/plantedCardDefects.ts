import type { PlantedDefect } from './plantedDefect.ts'

/** Defects of card payments: charged, captured or booked more than once. */
export const cardDefects: readonly PlantedDefect[] = [
  {
    name: 'a card charged again after its answer was lost',
    file: 'server/money/payments/askCard.ts',
    find: 'const earlier = again ? await cards.find(',
    replace: 'const earlier = again && reference !== null ? await cards.find(',
    caughtBy: ['server/money/payments/cardConformance.test.ts', 'server/sales/cards/stripeSale.slow.test.ts'],
  },
  {
    name: 'a notification of the card provider applied as often as it is sent',
    file: 'server/sales/cards/receiveNotifications.ts',
    find: ' where n.problem is not null and n.due_at is null',
    replace: '',
    caughtBy: ['server/sales/cards/stripeSale.slow.test.ts'],
  },
  {
    name: 'more captured than what is held on the card',
    file: 'server/money/payments/firstPayment.ts',
    find: 'cents(Math.min(leftCents, Number(amount_cents)))',
    replace: 'leftCents',
    caughtBy: ['server/sales/checkout/confirm.slow.test.ts'],
  },
  {
    name: 'an early repayment booked although the plan has changed since',
    file: 'server/sales/cards/earlyRepayments.ts',
    find: ' || early.amountCents !== amountCents) continue',
    replace: ') continue',
    caughtBy: ['server/sales/cards/repayEarly.test.ts'],
  },
  {
    name: 'the interest of the whole month charged to who repays early',
    file: 'domain/sales/plans/earlyRepayment.ts',
    find: ' + 1) * length - ahead, length)',
    replace: ' + 1) * length, length)',
    caughtBy: ['domain/sales/plans/earlyRepayment.test.ts', 'server/sales/cards/repayEarly.test.ts'],
  },
  {
    name: 'a declined early repayment makes its instalment overdue',
    file: 'server/sales/cards/settleCharges.ts',
    find: 'charge.repaysAll === null ? [',
    replace: 'charge.repaysAll !== undefined ? [',
    caughtBy: ['server/sales/cards/repayEarly.test.ts'],
  },
  {
    name: 'an early repayment that nobody asks the card about after a crash',
    file: 'server/sales/cards/repayEarly.ts',
    find: "  scheduleCardCheck(db, scope, { operationId, waitsFor: 'provider', askedAt: now, now })\n",
    replace: '',
    caughtBy: ['server/sales/cards/repayEarly.test.ts'],
  },
  {
    name: 'a plan repaid early by whoever has the link',
    file: 'server/sales/checkout/position.ts',
    find: "=== 'newCard') return status === 'approved' && device === 'this'",
    replace: "=== 'newCard') return status === 'approved'",
    caughtBy: ['server/sales/cards/repayEarly.test.ts'],
  },
  {
    name: 'a customer asked for another card although theirs lasts',
    file: 'server/sales/cards/cardEmails.ts',
    find: ' and p.expires_on < o.next_due_on`)',
    replace: '`)',
    caughtBy: ['server/sales/cards/customerCards.slow.test.ts'],
  },
]
