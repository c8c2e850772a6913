import { formatDate, formatDateTime, type LocalDate } from '#domain/platform/dates'
import { isolated } from '#domain/platform/direction'
import { formatQuantity } from '#domain/platform/formatQuantity'
import { type Cents, formatEuros, sum } from '#domain/platform/money'
import { legalText } from '#domain/sales/plans/legalText'
import type { Plan } from '#domain/sales/plans/plan'
import { text } from '../../platform/calls/messages.ts'
import { campaignTexts, firstPaymentCents } from '../lifecycle/offers.ts'
import type { Sale } from './sale.ts'

/** What a contract is written from; `signedAt` null: not signed yet. `isNamed`: it names the customer. */
export type ContractFacts = {
  sale: Sale
  plan: Plan
  lender: { name: string; email: string; phone: string }
  signedAt: Date | null
  isNamed: boolean
  today: LocalDate
  sandbox: boolean
}

/** A fact with its value: words, or an amount, which stands at the right. */
export type ContractRow = { label: string; value: string; isAmount?: true; isTotal?: true }
/** Columns other than the first `left` ones are figures. The last row is the total. */
export type ContractTable = { columns: string[]; left: number; rows: string[][]; total: string[] }
type ContractSection = { title: string; rows: ContractRow[]; table?: ContractTable }

export const titleOf = ({ signedAt }: Pick<ContractFacts, 'signedAt'>): string =>
  text(signedAt ? 'consumer.contract.titleSigned' : 'consumer.contract.titleBefore')

/** When it was signed, or that it is not. */
export const stateOf = ({ signedAt, today }: Pick<ContractFacts, 'signedAt' | 'today'>): string =>
  signedAt
    ? text('consumer.contract.signed', { when: formatDateTime(signedAt) })
    : text('consumer.contract.before', { date: formatDate(today) })

/** Everything that it says, in order. */
export const contractSections = (facts: ContractFacts): ContractSection[] => [
  parties(facts),
  credit(facts),
  costs(facts),
  rights(facts),
  schedule(facts),
]

const row = (name: string, value: string): ContractRow => ({ label: text(`consumer.contract.${name}`), value })
const amount = (name: string, value: string): ContractRow => ({ ...row(name, value), isAmount: true })
const total = (name: string, value: string): ContractRow => ({ ...amount(name, value), isTotal: true })

function parties({ sale, lender, isNamed }: ContractFacts): ContractSection {
  const { firstName, lastName, documentNumber } = sale.customer
  const contact = [lender.email, lender.phone].filter((part) => part !== '').join(' · ')
  const rows = [row('lender', lender.name), row('contact', contact), row('intermediary', sale.shop.name)]
  if (isNamed && sale.identifiedAt !== null) {
    rows.push(row('borrower', `${isolated(`${firstName} ${lastName}`)}, ${documentNumber ?? ''}`))
    if (sale.address) rows.push(row('address', addressLine(sale.address)))
  }
  return { title: text('consumer.contract.parties'), rows }
}

const addressLine = ({ street, postcode, city, country }: NonNullable<Sale['address']>) =>
  `${isolated(street)}, ${postcode} ${isolated(city)} (${country})`

function credit({ sale, plan }: ContractFacts): ContractSection {
  const { values } = legalText(plan)
  const payments =
    plan.instalments.length === 1
      ? 'consumer.contract.onePayment'
      : values.last_amount === values.instalments_amount
        ? 'consumer.contract.equalPayments'
        : 'consumer.contract.payments'
  return {
    title: text('consumer.contract.credit'),
    rows: [
      row('kind', text(`consumer.contract.product.${sale.plan.product}`)),
      row('repayment', text(payments, values)),
      amount('downpayment', values.downpayment_amount),
      amount('principal', values.principal_amount),
      amount('today', formatEuros(firstPaymentCents(plan))),
      amount('totalDue', values.total_due),
      total('totalPrice', values.total_amount),
    ],
    table: {
      columns: [text('consumer.contract.goods'), text('consumer.contract.column.quantity'), text('consumer.contract.column.amount')],
      left: 1,
      rows: sale.articles.map((one) => [isolated(one.name), formatQuantity(one.quantity), formatEuros(one.total)]),
      total: [text('consumer.contract.cashPrice'), '', formatEuros(sale.totalCents)],
    },
  }
}

function costs({ sale, plan }: ContractFacts): ContractSection {
  const { values } = legalText(plan)
  const campaign = campaignTexts(sale.plan.product, plan, sale.plan)
  return {
    title: text('consumer.contract.costs'),
    rows: [
      row('tin', text('consumer.contract.tinValue', values)),
      row('tae', values.tae),
      ...(campaign.length > 0 ? [row('campaign', campaign.join(' '))] : []),
      row('otherCosts', text('consumer.contract.noOtherCosts')),
      row('late', text('consumer.contract.lateValue')),
      amount('interest', values.interest_amount),
      amount('openingFee', values.tax),
    ],
  }
}

/** Statutory rights, each with its source. */
function rights({ lender }: ContractFacts): ContractSection {
  const names = ['withdrawal', 'early', 'linked', 'lookup', 'draft', 'complaints', 'data'] as const
  return {
    title: text('consumer.contract.rights'),
    rows: names.map((name) => row(`right.${name}`, text(`consumer.contract.right.${name}Value`, { email: lender.email }))),
  }
}

function schedule({ plan: { instalments } }: ContractFacts): ContractSection {
  const all = (of: (one: (typeof instalments)[number]) => Cents) => formatEuros(sum(...instalments.map(of)))
  return {
    title: text('consumer.contract.schedule'),
    rows: [],
    table: {
      columns: (['number', 'dueOn', 'principalPart', 'interestPart', 'amount'] as const).map((name) =>
        text(`consumer.contract.column.${name}`),
      ),
      left: 2,
      rows: instalments.map(({ number, dueOn, principalCents, interestCents, amountCents }) => [
        String(number),
        formatDate(dueOn),
        formatEuros(principalCents),
        formatEuros(interestCents),
        formatEuros(amountCents),
      ]),
      total: [
        text('consumer.contract.column.total'),
        '',
        all((one) => one.principalCents),
        all((one) => one.interestCents),
        all((one) => one.amountCents),
      ],
    },
  }
}
