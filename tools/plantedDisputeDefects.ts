import type { PlantedDefect } from './plantedDefect.ts'

/** Defects of the money of card disputes. */
export const disputeDefects: readonly PlantedDefect[] = [
  {
    name: 'lost disputes left out of the weeks of a shop’s money',
    file: 'server/sales/insights/sales.ts',
    find: '(s.chargebacks_cents + s.dispute_fees_cents)::float8 as disputes',
    replace: '(s.chargebacks_cents)::float8 as disputes',
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'disputes of all channels in the figure of one',
    file: 'server/sales/insights/breakdowns.ts',
    find: 'and o.channel = ${channel ?? null}))',
    replace: 'and o.channel is not null))',
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'an e-mail that says that nothing is owed after a part was paid early',
    file: 'server/sales/messages/customerContent.ts',
    find: "left.length === 0 ? 'earlyAll' : 'early'",
    replace: "left.length >= 0 ? 'earlyAll' : 'early'",
    caughtBy: ['server/sales/cards/repayEarly.test.ts'],
  },
  {
    name: 'a lost dispute charged to a shop that gave evidence',
    file: 'domain/money/cardDispute.ts',
    find: "answer === 'evidence' && soldByTheRules ? 'provider' : 'merchant'",
    replace: "'merchant'",
    caughtBy: ['domain/money/cardDispute.test.ts', 'server/money/disputes/disputes.test.ts'],
  },
  {
    name: 'a dispute booked again at each notification',
    file: 'server/money/disputes/writeDispute.ts',
    find: 'moneyBetween(known?.money ?? noDisputeMoney, money)',
    replace: 'moneyBetween(noDisputeMoney, money)',
    caughtBy: ['server/money/disputes/disputes.test.ts'],
  },
  {
    name: 'a won dispute whose money has not come back and is in no account',
    file: 'domain/money/cardDispute.ts',
    find: 'heldCents: isLost ? ZERO : withdrawnCents,',
    replace: "heldCents: isLost || state === 'won' ? ZERO : withdrawnCents,",
    caughtBy: ['domain/money/cardDispute.test.ts'],
  },
  {
    name: 'a shop charged for a lost dispute in the ledger and not in its settlement',
    file: 'server/money/disputes/writeDispute.ts',
    find: '  if (merchantTotal(change) === 0) return\n',
    replace: '  if (merchantTotal(change) !== 0) return\n',
    caughtBy: ['server/money/disputes/disputes.test.ts'],
  },
  {
    name: 'the fee of a lost dispute charged without its VAT',
    file: 'domain/money/cardDispute.ts',
    find: 'merchantVatCents: isShops ? percentOf(feeCents, vatRate) : ZERO,',
    replace: 'merchantVatCents: ZERO,',
    caughtBy: ['domain/money/cardDispute.test.ts', 'server/money/disputes/disputes.test.ts'],
  },
  {
    name: 'a refund while the customer’s bank gives the money back too',
    file: 'domain/sales/operations/lifecycle.ts',
    find: "  if (disputedCents > 0) return blocked('disputed')\n",
    replace: '',
    caughtBy: ['domain/sales/operations/lifecycle.test.ts'],
  },
  {
    name: 'a declined later capture asked for again by the same id',
    file: 'server/money/payments/firstPayment.ts',
    find: "if (earlier?.state === 'declined' && attempt < first + maxAttempts) continue",
    replace: "if (earlier?.state === 'declined' && attempt < first) continue",
    caughtBy: ['server/money/payments/cardConformance.test.ts'],
  },
  {
    name: 'a refund that its card leaves pending for ever and nobody looks at',
    file: 'server/money/credits/syncCredit.ts',
    find: "one.state === 'pending' && now >= creditTaskAt(one.createdAt)",
    replace: "one.state === 'pending' && now < creditTaskAt(one.createdAt) && now > creditTaskAt(one.createdAt)",
    caughtBy: ['server/money/credits/payCredits.test.ts'],
  },
  {
    name: 'a plan collected while its dispute is undecided',
    file: 'server/money/disputes/writeDispute.ts',
    find: "    if (held) add('dispute_opened', held)\n",
    replace: '',
    caughtBy: ['server/money/disputes/disputes.test.ts'],
  },
]
