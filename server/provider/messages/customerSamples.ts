import { addDays, addMonths, localDate, madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import type { Config } from '../../platform/config/config.ts'
import { creditContent } from '../../sales/messages/creditMessage.ts'
import type { MessageFacts } from '../../sales/messages/composition.ts'
import { customerContent } from '../../sales/messages/customerContent.ts'
import { bankContent } from '../../sales/messages/queueMessage.ts'
import { invented, inventedLink, type Sample } from './sampleFacts.ts'

const first = addDays(madridDay(invented.at), 30)
/** Six payments of a purchase of 649,00 € with interest and an opening fee. */
const instalments = [10_616, 10_778, 10_943, 11_111, 11_281, 10_171].map((principal, index) => {
  const interestCents = [1_059, 897, 732, 564, 394, 169][index] ?? 0
  return { dueOn: addMonths(first, index), amountCents: principal + interestCents, interestCents, unpaid: true }
})

const facts = (config: Config): MessageFacts => ({
  shopName: invented.shop,
  firstName: 'Carmen',
  totalCents: cents(64_900),
  expiresAt: invented.soon,
  substatus: 'pending_customer',
  confirmedAt: invented.at,
  downpaymentCents: cents(0),
  openingFeeCents: cents(0),
  instalments,
  isContractAttached: true,
  refund: null,
  earlyCents: null,
  noted: null,
  card: null,
  link: inventedLink(config, '/checkout'),
  code: invented.code,
})
const approved = (config: Config): MessageFacts => ({ ...facts(config), substatus: 'payment_process', openingFeeCents: cents(1_298) })
const threeFree = (config: Config): MessageFacts => ({
  ...facts(config),
  substatus: 'payment_process',
  totalCents: cents(34_900),
  instalments: [0, 1, 2].map((month) => ({ dueOn: addMonths(first, month), amountCents: month === 2 ? 11_634 : 11_633, interestCents: 0, unpaid: true })),
})
const refunded = (config: Config, planStands: boolean): MessageFacts => ({
  ...approved(config),
  refund: {
    id: invented.id,
    amountCents: cents(12_000),
    creditCents: cents(0),
    order: 'PED-10493',
    completedOn: localDate('2026-11-26'),
    planStands,
  },
})

const credit = (config: Config) => ({
  generation: 1,
  amount_cents: 25_000n,
  paid_cents: 10_000n,
  shop_name: invented.shop,
  first_name: 'Carmen',
  mid: 'PED-10493',
  last4: '1111',
  link: inventedLink(config, '/credit'),
})
const byCard = { kind: 'card', amount: 10_000, iban: null } as const
const byTransfer = { kind: 'transfer', amount: 15_000, iban: invented.iban } as const

const of = (name: string, write: Sample['write']): Sample => ({ name, group: 'customer', write })
const message = (name: string, purpose: Parameters<typeof customerContent>[0], about: (config: Config) => MessageFacts): Sample =>
  of(name, (config) => customerContent(purpose, about(config), config))

/** What customers get, in the order of a purchase. */
export const customerSamples: readonly Sample[] = [
  message('customer-link', 'link', facts),
  message('customer-code', 'code', facts),
  of('customer-bank', (config) =>
    bankContent(
      { link: inventedLink(config, '/bank'), shopName: invented.shop, amountCents: cents(64_900), expiresAt: invented.soon },
      config,
    ),
  ),
  message('customer-decided', 'outcome', facts),
  message('customer-approved', 'outcome', approved),
  message('customer-approved-free', 'outcome', threeFree),
  message('customer-approved-later', 'outcome', (config) => ({ ...approved(config), confirmedAt: null, instalments: [] })),
  message('customer-refused', 'outcome', (config) => ({ ...facts(config), substatus: 'rejected' })),
  message('customer-authenticate', 'authenticate', approved),
  message('customer-other-card', 'other_card', approved),
  message('customer-card-expiring', 'card_expiring', (config) => ({ ...approved(config), card: { last4: '4242', expiresOn: addDays(first, -1) } })),
  message('customer-early', 'early', (config) => ({
    ...approved(config),
    earlyCents: cents(11_675),
    instalments: instalments.map((one, nth) => ({ ...one, unpaid: nth > 0 })),
  })),
  message('customer-repaid', 'early', (config) => ({
    ...approved(config),
    earlyCents: cents(53_190),
    instalments: instalments.map((one) => ({ ...one, unpaid: false })),
  })),
  message('customer-payment-noted', 'payment_noted', (config) => ({
    ...approved(config),
    instalments: instalments.map((one, index) => ({ ...one, unpaid: index > 0 })),
    noted: { number: 1, count: instalments.length, amountCents: cents(instalments[0]?.amountCents ?? 0), way: 'transfer', receivedOn: first },
  })),
  message('customer-refund', 'refund', (config) => refunded(config, true)),
  message('customer-refund-later', 'refund', (config) => refunded(config, false)),
  of('customer-credit-account', (config) => creditContent({ ...credit(config), purpose: 'credit_account', payments: [byCard] }, config)),
  of('customer-credit-reminder', (config) =>
    creditContent({ ...credit(config), purpose: 'credit_account', generation: 2, payments: [] }, config),
  ),
  of('customer-credit-paid', (config) =>
    creditContent({ ...credit(config), purpose: 'credit_paid', paid_cents: 25_000n, payments: [byCard, byTransfer] }, config),
  ),
]
