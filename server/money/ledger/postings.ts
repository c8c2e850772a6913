import { type DisputeMoney, merchantTotal, takenByPartner } from '#domain/money/cardDispute'
import type { JournalKind, LedgerAccount, Posting } from '#domain/money/ledger'
import { type Cents, cents, sum } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { journalDayQueries } from './ledgerDays.ts'

type Journal = {
  /** Given where a settlement line has the same id. */
  id?: string
  kind: JournalKind
  operationId: string | null
  at: Date
  lines: readonly Posting[]
}

/**
 * Writes a journal in the caller's transaction, without waiting, and returns its id. Zero amounts are omitted. At commit the database refuses a journal
 * that does not sum to zero.
 */
export async function postJournal(db: Connection, scope: Scope, journal: Journal): Promise<string> {
  const id = journal.id ?? newId(journal.at)
  db.send(sql`with ${journalQueries(scope, { ...journal, id })} select`)
  return id
}

/** As {@link postJournal}, as named queries of a statement that writes more. */
export function journalQueries(scope: Scope, { kind, operationId, at, lines, id = newId(at) }: Journal): Sql {
  const moved = lines.filter(({ amountCents }) => amountCents !== 0)
  const journal = sql`journal as (insert into ledger_journals (merchant_id, mode, id, kind, operation_id, at)
      values (${scope.merchantId}, ${scope.mode}, ${id}, ${kind}, ${operationId}, ${at})
    ), journal_line as (
      insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents)
      select ${scope.merchantId}, ${scope.mode}, ${id}, account, amount
      from unnest(${moved.map((line) => line.account)}::text[], ${moved.map((line) => line.amountCents)}::bigint[]) l (account, amount)
    )`
  return joinSql([journal, ...journalDayQueries(scope, { kind, at, lines: moved })])
}

/*
 * Which event posts to which account. Positive is a debit. The balance of
 *   consumer_receivable = principal that consumers still owe         consumer_credit = − owed to consumers, and not under way
 *   merchant_payable    = − owed to the shop                         cash            = received less paid out
 *   fee_income, vat_payable, subsidy_income = − charged to the shop, net of refunds
 *   interest_income     = − interest and opening fees earned, net of refunds
 *   partner_clearing    = − asked of cards or the bank for consumers, without a final answer
 *
 *              | consumer_receivable  | consumer_credit | merchant_payable | fee, vat, subsidy | interest_income         | cash
 *   capture    | + financed           |                 | − net            | − each            | − opening fee           | + paid at signature
 *   instalment | − principal          |                 |                  |                   | − interest              | + amount
 *   noted_payment: as an instalment, paid outside the card
 *   refund     | − debt written off   | − credit        | − line's net     | + each given back | + the rest of the credit |
 *   fee_minimum|                      |                 | + fee and VAT    | − each            |                         |
 *   vat_rounding                    |                 | + VAT            | − VAT             |                         |
 *   repayment  |                      |                 | − what was paid  |                   |                         | + the same
 *   payout     |                      |                 | + paid           |                   |                         | − paid
 *
 *   credit_payment | consumer_credit | partner_clearing | cash
 *   begun          | + amount        | − amount         |           a card or the bank is asked to pay what is owed to a customer
 *   paid           |                 | + amount         | − amount
 *   declined       | − amount        | + amount         |           owed again
 *   returned       | − amount        |                  | + amount  owed again, after it had been paid
 *   manual         | + amount        |                  | − amount  settled by hand
 *
 *   disputed_funds = withdrawn by customers' banks and undecided; dispute_losses, dispute_fees = what lost disputes and the partner's fees cost the provider
 *
 *   dispute        | disputed_funds | dispute_losses | dispute_fees | merchant_payable | fee, vat | cash
 *   withdrawn      | + amount       |                | + fee        |                  |          | − amount and fee
 *   won            | − amount       |                |              |                  |          | + amount
 *   lost, provider | − amount       | + amount       |              |                  |          |
 *   lost, shop     | − amount       |                |              | + amount, fee, VAT | − each |
 */

/** What the shop is charged for an amount, or (negative) refunded; in cents. */
export type Charges = { feeCents: Cents; vatCents: Cents; subsidyCents: Cents; netCents: Cents }

const line = (account: LedgerAccount, amountCents: number): Posting => ({ account, amountCents: cents(amountCents) })

const charged = ({ feeCents, vatCents, subsidyCents, netCents }: Charges): Posting[] => [
  line('merchant_payable', -netCents),
  line('fee_income', -feeCents),
  line('vat_payable', -vatCents),
  line('subsidy_income', -subsidyCents),
]

/** A capture: we owe the shop its net; the consumer owes the financed part and has paid the down payment and the opening fee. */
export function capturePostings(capture: Charges & { financedCents: Cents; downpaymentCents: Cents; openingFeeCents: Cents }): Posting[] {
  return [
    line('consumer_receivable', capture.financedCents),
    line('cash', sum(capture.downpaymentCents, capture.openingFeeCents)),
    line('interest_income', -capture.openingFeeCents),
    ...charged(capture),
  ]
}

/** A month's minimum fee: reduces what we owe the shop. */
export function minimumFeePostings({ feeCents, vatCents }: Pick<Charges, 'feeCents' | 'vatCents'>): Posting[] {
  return [line('merchant_payable', sum(feeCents, vatCents)), line('fee_income', -feeCents), line('vat_payable', -vatCents)]
}

/** A shop's repayment of its debt; negative when its bank reversed it. */
export const repaymentPostings = (amountCents: Cents): Posting[] => [line('merchant_payable', -amountCents), line('cash', amountCents)]

/** A collected instalment. */
export function instalmentPostings(instalment: { principalCents: Cents; interestCents: Cents }): Posting[] {
  const { principalCents, interestCents } = instalment
  return [
    line('consumer_receivable', -principalCents),
    line('interest_income', -interestCents),
    line('cash', sum(principalCents, interestCents)),
  ]
}

/**
 * A refund or cancellation. The charges are those of its settlement line: negative or zero, except the net. A cancellation also refunds interest and
 * opening fee: that part of the credit reduces interest income.
 */
export function refundPostings(refund: Charges & { refundCents: Cents; writtenOffCents: Cents; creditToCustomerCents: Cents }): Posting[] {
  const { refundCents, writtenOffCents, creditToCustomerCents } = refund
  return [
    line('consumer_receivable', -writtenOffCents),
    line('consumer_credit', -creditToCustomerCents),
    ...charged(refund),
    line('interest_income', creditToCustomerCents - (refundCents - writtenOffCents)),
  ]
}

/** A change of where the money of a dispute stands. */
export const disputePostings = (change: DisputeMoney): Posting[] => [
  line('disputed_funds', change.heldCents),
  line('dispute_losses', change.providerCents),
  line('dispute_fees', change.partnerFeeCents),
  line('cash', -takenByPartner(change)),
  line('merchant_payable', merchantTotal(change)),
  line('fee_income', -change.merchantFeeCents),
  line('vat_payable', -change.merchantVatCents),
]

const creditSteps = {
  begun: { consumer_credit: 1, partner_clearing: -1 },
  paid: { partner_clearing: 1, cash: -1 },
  declined: { consumer_credit: -1, partner_clearing: 1 },
  returned: { consumer_credit: -1, cash: 1 },
  manual: { consumer_credit: 1, cash: -1 },
} as const satisfies Record<string, Partial<Record<LedgerAccount, 1 | -1>>>

/** A step of paying what is owed to a customer. */
export const creditPostings = (step: keyof typeof creditSteps, amountCents: Cents): Posting[] =>
  (Object.entries(creditSteps[step]) as [LedgerAccount, 1 | -1][]).map(([account, sign]) => line(account, sign * amountCents)) // its own keys
