import type { PlantedDefect } from './plantedDefects.ts'

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
]
