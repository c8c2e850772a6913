import type { MoneySettlement } from '#contract/provider/moneySettlements'
import { payoutReturn } from '#domain/money/payoutReturn'
import { type BankOutcome, isPossible, markPayout } from '../../money/payouts/markPayout.ts'
import { payAgain } from '../../money/payouts/payAgain.ts'
import { paymentsPaused } from '../../money/settlements/settleShop.ts'
import { readSettlement, settlementOf } from '../../money/settlements/settlementRow.ts'
import { type ConsoleHandler, type ConsoleHandlerCall, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { dayCursor, dayOf, instantOn, pageOf, pageRows, searched, shopColumns, shopOfRow, type ShopRow } from './moneyRows.ts'

type Row = ShopRow & {
  id: string
  reference: string
  value_on: string
  status: MoneySettlement['status']
  net_cents: bigint
  closing_cents: bigint
  payout_state: 'queued' | 'sent' | 'confirmed' | 'returned' | null
  payout_reference: string | null
  file: string | null
  iban_last4: string | null
  sent_at: Date | null
  done_at: Date | null
  return_code: string | null
}

/** A payout that waits has no file until the queue gives it one. */
const columns = sql`${shopColumns}, l.id, l.reference, l.value_on, l.status, l.net_cents, l.closing_cents, l.payout_state, l.payout_reference,
  case l.payout_state when 'queued' then q.message_id else l.message_id end as file, l.iban_last4, l.sent_at, l.done_at, l.return_code`
const source = sql`listed_settlements l join merchants m on m.id = l.merchant_id
  left join payout_queue q on l.payout_state = 'queued' and q.merchant_id = l.merchant_id and q.settlement_id = l.id`

type Payout = NonNullable<MoneySettlement['payout']>
const states = { sent: 'sent', confirmed: 'paid', returned: 'returned' } as const

const rowOf = (row: Row): MoneySettlement => ({
  id: hexOf(row.id),
  shop: shopOfRow(row),
  reference: row.reference,
  valueOn: row.value_on,
  status: row.status,
  netAmount: Number(row.net_cents),
  closingBalance: Number(row.closing_cents),
  payout: row.payout_state && payoutOf(row, row.payout_state),
})

const payoutOf = (row: Row, state: NonNullable<Row['payout_state']>): Payout => ({
  state: state === 'queued' ? (row.file === null ? 'waiting' : 'in_file') : states[state],
  reference: row.payout_reference ?? row.reference,
  file: row.file,
  ibanLast4: row.iban_last4,
  sentAt: row.sent_at?.toISOString() ?? null,
  doneAt: row.done_at?.toISOString() ?? null,
  returned: state === 'returned' ? { code: row.return_code, why: payoutReturn(row.return_code) } : null,
})

const ofPayout: Readonly<Record<Payout['state'], Sql>> = {
  waiting: sql`l.payout_state = 'queued' and q.message_id is null`,
  in_file: sql`l.payout_state = 'queued' and q.message_id is not null`,
  sent: sql`l.payout_state = 'sent'`,
  paid: sql`l.payout_state = 'confirmed'`,
  returned: sql`l.payout_state = 'returned'`,
}

/** Those that were sent in a file, or wait in one; by two sets, so that an index serves the first. */
const inFile = (messageId: string): Sql => sql`(l.merchant_id, l.id) in (
  select f.merchant_id, f.id from listed_settlements f where f.message_id = ${messageId}
  union all select w.merchant_id, w.settlement_id from payout_queue w where w.message_id = ${messageId})`

/** Live settlements of all shops, the newest value day first. */
export const consoleSettlementList: ConsoleHandler<'consoleSettlementList'> = async ({ db, query }) => {
  const { search, on, payout, paid, file, cursor } = query
  const after = cursor === undefined ? undefined : dayCursor(cursor)
  const which = allOf([
    ...(search ? [searched(search, sql`l.reference`)] : []),
    ...(on === undefined ? [] : [sql`l.value_on = ${dayOf(on, 'on')}`]),
    ...(payout === undefined ? [] : [ofPayout[payout]]),
    ...(paid === undefined ? [] : [sql`l.payout_state is not null`]),
    ...(file ? [inFile(file)] : []),
    ...(after ? [sql`(l.value_on, l.id) < (${after.day}::date, ${after.id}::uuid)`] : []),
  ])
  const rows = await db.rows<Row>(
    sql`select ${columns} from ${source} where ${which} order by l.value_on desc, l.id desc limit ${pageRows + 1}`,
  )
  const { page, next } = pageOf(rows, ({ value_on, id }) => `${value_on}_${hexOf(id)}`)
  return { results: page.map(rowOf), next }
}

/** A listed settlement by both ids. Refuses with ObjectNotFoundException. */
async function listedOf(db: Connection, params: { merchantId: string; settlementId: string }): Promise<Row> {
  const [merchantId, id] = [idFrom(params.merchantId), idFrom(params.settlementId)]
  const row = await db.first<Row>(sql`select ${columns} from ${source} where l.merchant_id = ${merchantId} and l.id = ${id}`)
  if (!row) throw notFound(params.settlementId)
  return row
}

/** One settlement with its equation, read in its shop's scope. */
export const consoleSettlement: ConsoleHandler<'consoleSettlement'> = async ({ db, params, services }) => {
  const row = await listedOf(db, params)
  const scope = mintScope(row.merchant_id, 'live')
  const stored = await services.database.read(scope, (shopDb) => readSettlement(shopDb, scope, params.settlementId))
  return { listed: rowOf(row), settlement: settlementOf(stored) }
}

/** The account that a shop is paid to now, and whether its payments are paused. */
type Paid = { last4: string | null; paused: boolean }

/** Sends a returned payment again. Refuses with PayAgainNotAllowed what is not returned, and while payments to the shop are paused. */
export const consolePayAgain = withSecondPerson<'consolePayAgain'>(
  async ({ db, params }) => {
    const row = await listedOf(db, params)
    if (row.payout_state !== 'returned') throw new Refusal('PayAgainNotAllowed', { why: 'standing' })
    const shop = await db.first<Paid>(sql`select right(b.iban, 4) as last4, ${paymentsPaused} as paused
      from merchants m left join bank_accounts b on b.id = m.bank_account_id where m.id = ${row.merchant_id}`)
    if (!shop || shop.paused || shop.last4 === null) throw new Refusal('PayAgainNotAllowed', { why: 'shopPaused' })
    const facts = { shop: row.shop, reference: row.payout_reference, amountCents: Number(row.net_cents) }
    return {
      entity: 'settlement',
      entityId: row.id,
      accountId: row.account_id,
      merchantId: row.merchant_id,
      before: { ...facts, code: row.return_code, ibanLast4: row.iban_last4 },
      after: { ...facts, code: null, ibanLast4: shop.last4 },
    }
  },
  async ({ db, params, staff, now, audit }) => {
    const row = await listedOf(db, params)
    await payAgain(db, { merchantId: row.merchant_id, reference: row.reference }, { by: staff, now })
    audit({ entity: 'settlement', entityId: row.id, after: { reference: row.reference } })
    return undefined
  },
)

/** What the bank did, from what was typed. Refuses with ApiValidationException a day that has not come, and a return without a code of the bank. */
function outcomeOf({ body, now }: ConsoleHandlerCall<'consolePayoutMark'>): BankOutcome {
  const at = instantOn(body.on, now)
  if (body.outcome === 'executed') return { state: 'booked', at }
  const code = body.code?.toUpperCase() ?? ''
  if (!/^[A-Z0-9]{4}$/.test(code)) throw new Refusal('ApiValidationException', { fields: [problem('code', 'return_code')] })
  return { state: 'returned', at, code }
}

/** Notes what the bank did with a payment, once another person has confirmed it. Refuses with ProviderActionNotAllowed what does not follow from its state. */
export const consolePayoutMark = withSecondPerson<'consolePayoutMark'>(
  async (call) => {
    const row = await listedOf(call.db, call.params)
    const outcome = outcomeOf(call)
    if (row.payout_state === null || !isPossible(outcome.state, row.payout_state))
      throw new Refusal('ProviderActionNotAllowed', { why: 'payoutState' })
    const facts = { shop: row.shop, reference: row.payout_reference, amountCents: Number(row.net_cents) }
    return {
      entity: 'settlement',
      entityId: row.id,
      accountId: row.account_id,
      merchantId: row.merchant_id,
      before: { ...facts, payment: row.payout_state === 'confirmed' ? 'executed' : 'pending' },
      after: {
        ...facts,
        payment: call.body.outcome,
        happenedOn: call.body.on,
        ...(outcome.state === 'returned' && { code: outcome.code }),
      },
    }
  },
  async (call) => {
    const { db, params, now, audit } = call
    const row = await listedOf(db, params)
    const outcome = outcomeOf(call)
    const reference = row.payout_reference ?? row.reference
    await markPayout(db, reference, outcome, now)
    const after = { reference, state: outcome.state, ...(outcome.state === 'returned' && { code: outcome.code }) }
    audit({ entity: 'settlement', entityId: row.id, accountId: row.account_id, merchantId: row.merchant_id, mode: 'live', after })
    return undefined
  },
)
