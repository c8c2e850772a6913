import type { CreditDetail, ListedCredit } from '#contract/provider/credits'
import type { CreditState } from '#domain/money/customerCredit'
import { askAccountAgain, owedByHand, retryCredit, settleByHand } from '../../money/credits/staffActs.ts'
import { type ConsoleHandler, type StaffChange, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'

const maxRows = 200

type Row = {
  credit_id: string
  account_id: string
  merchant_id: string
  name: string
  operation_id: string
  amount_cents: bigint
  left_cents: bigint
  state: CreditState
  created_at: Date
  task_since: Date | null
  due_at: Date | number | null
}

const lists: Readonly<Record<'open' | 'tasks' | 'paid', { where: Sql; order: Sql }>> = {
  open: { where: sql`q.state <> 'paid'`, order: sql`q.created_at, q.credit_id` },
  tasks: { where: sql`q.task_since is not null`, order: sql`q.task_since, q.credit_id` },
  paid: { where: sql`q.state = 'paid'`, order: sql`q.created_at desc, q.credit_id desc` },
}

/** What is owed to customers, over all shops: the queue is read, of which all is seen without a scope. */
export const consoleCreditList: ConsoleHandler<'consoleCreditList'> = async ({ db, query }) => {
  const { where, order } = lists[query.list]
  const [rows, sums] = await Promise.all([
    db.rows<Row>(sql`select q.credit_id, m.account_id, q.merchant_id, m.name, q.operation_id, q.amount_cents, q.left_cents, q.state, q.created_at, q.task_since, q.due_at
      from credit_queue q join merchants m on m.id = q.merchant_id where q.mode = 'live' and ${where} order by ${order} limit ${maxRows}`),
    db.first<{ open: number; left: string; tasks: number }>(sql`select count(*)::integer as open, coalesce(sum(q.left_cents), 0) as left,
      count(q.task_since)::integer as tasks from credit_queue q where q.mode = 'live' and q.state <> 'paid'`),
  ])
  return { credits: rows.map(listed), open: sums?.open ?? 0, left: Number(sums?.left ?? 0), tasks: sums?.tasks ?? 0 }
}

const listed = (row: Row): ListedCredit => ({
  id: hexOf(row.credit_id),
  accountId: hexOf(row.account_id),
  merchant: { id: hexOf(row.merchant_id), name: row.name },
  operationId: hexOf(row.operation_id),
  amount: Number(row.amount_cents),
  left: Number(row.left_cents),
  state: row.state,
  createdAt: row.created_at.toISOString(),
  taskSince: row.task_since?.toISOString() ?? null,
  // Minus infinity: at once.
  nextAt: row.state !== 'paid' && row.due_at instanceof Date ? row.due_at.toISOString() : null,
})

type Place = { scope: Scope; creditId: string; accountId: string; operationId: string }

async function placeOf(db: Connection, creditHex: string): Promise<Place> {
  const creditId = idFrom(creditHex)
  const row = await db.first<{
    merchant_id: string
    account_id: string
    operation_id: string
  }>(sql`select q.merchant_id, m.account_id, q.operation_id
    from credit_queue q join merchants m on m.id = q.merchant_id where q.credit_id = ${creditId} and q.mode = 'live'`)
  if (!row) throw notFound(creditHex)
  return { creditId, scope: mintScope(row.merchant_id, 'live'), accountId: row.account_id, operationId: row.operation_id }
}

/** The entry of the account's audit log. */
const entry = ({ scope: { merchantId, mode }, accountId, operationId, creditId }: Place, after: object): StaffChange => ({
  accountId,
  merchantId,
  mode,
  entity: 'operation',
  entityId: operationId,
  after: { credit: hexOf(creditId), ...after },
})

/** Has the cards asked again. Refuses with ProviderActionNotAllowed when all is paid or under way. */
export const consoleCreditRetry: ConsoleHandler<'consoleCreditRetry'> = async ({ db, params, now, audit }) => {
  const place = await placeOf(db, params.creditId)
  await withScope(db, place.scope, () => retryCredit(db, place.scope, place.creditId, now))
  audit(entry(place, {}))
  return undefined
}

/** Sends the customer a new link. Refuses with ProviderActionNotAllowed unless an account is needed. */
export const consoleCreditAskAccount: ConsoleHandler<'consoleCreditAskAccount'> = async ({ db, params, now, audit }) => {
  const place = await placeOf(db, params.creditId)
  await withScope(db, place.scope, () => askAccountAgain(db, place.scope, place.creditId, now))
  audit(entry(place, {}))
  return undefined
}

/** Marks what is left as paid by hand, once a second person has confirmed it. */
export const consoleCreditSettle = withSecondPerson<'consoleCreditSettle'>(
  async ({ db, params, body, now }) => {
    const { scope, creditId, accountId, operationId } = await placeOf(db, params.creditId)
    const leftCents = await withScope(db, scope, () => owedByHand(db, scope, creditId, now))
    return {
      entity: 'operation',
      entityId: operationId,
      accountId,
      merchantId: scope.merchantId,
      before: { leftCents },
      after: { leftCents: 0, howPaid: body.reason },
    }
  },
  async ({ db, params, body, staff, now, audit }) => {
    const place = await placeOf(db, params.creditId)
    const by = { staffId: staff.staffId, reason: body.reason, now }
    const amountCents = await withScope(db, place.scope, () => settleByHand(db, place.scope, place.creditId, by))
    audit(entry(place, { amount: amountCents, note: body.reason }))
    return undefined
  },
)

type DetailRow = {
  id: string
  amount_cents: bigint
  paid_cents: bigint
  under_way_cents: bigint
  state: CreditState
  created_at: Date
  asked_at: Date | null
  task_since: Date | null
}
type PaymentRow = {
  credit_id: string
  kind: 'card' | 'transfer' | 'manual'
  amount_cents: bigint
  state: 'asked' | 'pending' | 'succeeded' | 'declined'
  reference: string | null
  last4: string | null
  reason: string | null
  retry_at: Date | null
  staff: string | null
  created_at: Date
  done_at: Date | null
}

/** What an operation's customer is or was owed, with all attempts to pay it. */
export async function readCredits(db: Connection, scope: Scope, operationId: string): Promise<CreditDetail[]> {
  const [credits, payments] = await Promise.all([
    db.rows<DetailRow>(sql`select c.id, c.amount_cents, c.paid_cents, c.under_way_cents, c.state, c.created_at, c.asked_at, q.task_since
      from customer_credits c left join credit_queue q on q.merchant_id = c.merchant_id and q.credit_id = c.id
      where ${inScope(scope, 'c')} and c.operation_id = ${operationId} order by c.created_at, c.id`),
    db.rows<PaymentRow>(sql`select p.credit_id, p.kind, p.amount_cents, p.state, p.reference, right(p.iban, 4) as last4, p.reason, p.retry_at,
        (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = p.staff_id) as staff, p.created_at, p.done_at
      from credit_payments p where ${inScope(scope, 'p')}
        and p.credit_id = any(array(select c.id from customer_credits c where ${inScope(scope, 'c')} and c.operation_id = ${operationId})) order by p.created_at, p.id`),
  ])
  return credits.map((row) => ({
    id: hexOf(row.id),
    amount: Number(row.amount_cents),
    paid: Number(row.paid_cents),
    underWay: Number(row.under_way_cents),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    askedAt: row.asked_at?.toISOString() ?? null,
    taskSince: row.task_since?.toISOString() ?? null,
    payments: payments.filter(({ credit_id: id }) => id === row.id).map(paymentOf),
  }))
}

const paymentOf = (row: PaymentRow): CreditDetail['payments'][number] => ({
  kind: row.kind,
  amount: Number(row.amount_cents),
  state: row.state,
  reference: row.reference,
  accountLast4: row.last4,
  reason: row.reason,
  retryAt: row.retry_at?.toISOString() ?? null,
  by: row.staff,
  createdAt: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
})
