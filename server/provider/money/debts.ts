import type { MoneyDebit } from '#contract/provider/moneyDebts'
import { localDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { debtOf, readDebtState } from '../../money/debits/debt.ts'
import { returnByHand } from '../../money/debits/operate.ts'
import { receiveTransfer, undoTransfer } from '../../money/debits/transfers.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { dayCursor, instantOn, offsetOf, pageOf, pageRows, searched, shopById, shopColumns, shopOfRow, type ShopRow } from './moneyRows.ts'

/** Debts of a page: each is read in its shop's scope. */
const pageDebts = 25

type Debtor = ShopRow & { owed: bigint; since: string }

/** The last settlement of each shop that ends in debt, and the first of those that end so without interruption. */
const debtors = sql`select d.merchant_id, -d.closing_cents as owed, (select min(f.value_on) from listed_settlements f where f.merchant_id = d.merchant_id
      and f.value_on > coalesce((select max(p.value_on) from listed_settlements p where p.merchant_id = d.merchant_id and p.closing_cents >= 0), '-infinity')) as since
  from settlement_runs t, lateral (select l.merchant_id, l.closing_cents from listed_settlements l where l.merchant_id = t.merchant_id
    order by l.value_on desc limit 1) d where t.mode = 'live' and d.closing_cents < 0`

/** What shops owe, the oldest debt first. */
export const consoleDebtList: ConsoleHandler<'consoleDebtList'> = async ({ db, query: { search, cursor }, services, now }) => {
  const from = offsetOf(cursor)
  const which = search ? searched(search) : sql`true`
  const [rows, all] = await Promise.all([
    db.rows<Debtor>(sql`select ${shopColumns}, d.owed, d.since from (${debtors}) d join merchants m on m.id = d.merchant_id
      where ${which} order by d.since, m.id limit ${pageDebts + 1} offset ${from}`),
    db.first<{ many: number; owed: string }>(sql`select count(*)::integer as many, coalesce(sum(d.owed), 0) as owed from (${debtors}) d`),
  ])
  const { page, next } = pageOf(rows, () => String(from + pageDebts), pageDebts)
  const results = []
  for (const row of page) {
    const scope = mintScope(row.merchant_id, 'live')
    const state = await services.database.read(scope, (shopDb) => readDebtState(shopDb, scope, now))
    results.push({
      shop: shopOfRow(row),
      amount: Number(row.owed),
      since: state.since ?? localDate(row.since),
      owed: Number(state.owed),
      next: state.next,
    })
  }
  return { results, totals: { count: all?.many ?? 0, amount: Number(all?.owed ?? 0) }, next }
}

type DebitRow = ShopRow & {
  id: string
  reference: string
  state: MoneyDebit['state']
  amount: bigint
  due_on: string
  announced_at: Date
  done_at: Date | null
  reason_code: string | null
}

const whichStates: Readonly<Record<'open' | 'failed' | 'booked', Sql>> = {
  open: sql`d.state in ('notified', 'sent')`,
  failed: sql`d.state in ('rejected', 'returned')`,
  booked: sql`d.state = 'booked'`,
}

/** Debits of all shops, the latest day first. */
export const consoleDebitList: ConsoleHandler<'consoleDebitList'> = async ({ db, query: { search, which, cursor } }) => {
  const after = cursor === undefined ? undefined : dayCursor(cursor)
  const conditions = allOf([
    ...(search ? [searched(search, sql`d.reference`)] : []),
    ...(which === undefined ? [] : [whichStates[which]]),
    ...(after ? [sql`(d.due_on, d.id) < (${after.day}::date, ${after.id}::uuid)`] : []),
  ])
  const rows =
    await db.rows<DebitRow>(sql`select ${shopColumns}, d.id, d.reference, d.state, coalesce(d.charged_cents, d.announced_cents) as amount, d.due_on,
      d.announced_at, d.done_at, d.reason_code
    from listed_debits d join merchants m on m.id = d.merchant_id where ${conditions} order by d.due_on desc, d.id desc limit ${pageRows + 1}`)
  const { page, next } = pageOf(rows, ({ due_on, id }) => `${due_on}_${hexOf(id)}`)
  return { results: page.map(debitOf), next }
}

const debitOf = (row: DebitRow): MoneyDebit => ({
  id: hexOf(row.id),
  shop: shopOfRow(row),
  reference: row.reference,
  state: row.state,
  amount: Number(row.amount),
  dueOn: row.due_on,
  announcedAt: row.announced_at.toISOString(),
  endedAt: row.done_at?.toISOString() ?? null,
  reason: row.reason_code,
})

/** How many transfers are shown. */
const maxTransfers = 50

async function readTransfers(db: Connection, scope: Scope) {
  const rows = await db.rows<{
    reference: string
    cents: bigint
    at: Date
    undone: boolean
  }>(sql`select coalesce(l.repayment_reference, '') as reference, l.net_cents as cents,
      l.occurred_at as at, l.repayment_undone as undone
    from settlement_lines l where ${inScope(scope, 'l')} and l.kind = 'repayment' and l.repayment_of = 'transfer' order by l.occurred_at desc, l.id limit ${maxTransfers}`)
  return rows.map(({ reference, cents: amount, at, undone }) => ({ reference, amount: Number(amount), at: at.toISOString(), undone }))
}

/** A shop's debt, read in its scope. */
export const consoleDebt: ConsoleHandler<'consoleDebt'> = async ({ db, params, services, now }) => {
  const shop = await shopById(db, params.merchantId)
  const scope = mintScope(shop.merchant_id, 'live')
  const { whole, transfers } = await services.database.read(scope, async (shopDb) => ({
    whole: await debtOf(shopDb, scope, services, now),
    transfers: await readTransfers(shopDb, scope),
  }))
  const { amount, since, owed, returned, next, spent, debits, mandate } = whole
  return {
    shop: shopOfRow(shop),
    debt: { amount, since, owed, returned, next, spent, debits },
    mandate: mandate && { reference: mandate.reference, state: mandate.state, iban: mandate.iban, signedAt: mandate.signedAt },
    transfers,
  }
}

/** Books a shop's transfer. Refuses with ProviderActionNotAllowed. */
export const consoleTransferBook: ConsoleHandler<'consoleTransferBook'> = async ({ db, params, body, staff, now, audit }) => {
  const { merchant_id: merchantId } = await shopById(db, params.merchantId)
  const { amount, reference, on, force } = body
  const transfer = { merchantId, amountCents: cents(amount), reference, at: instantOn(on, now), isForced: force }
  await receiveTransfer(db, transfer, { by: staff, now })
  audit({ entity: 'merchant', entityId: merchantId, after: { reference, amount, force } })
  return undefined
}

/** Reverses a shop's transfer. Refuses with ProviderActionNotAllowed one that is not booked for it. */
export const consoleTransferUndo: ConsoleHandler<'consoleTransferUndo'> = async ({ db, params, body, staff, now, audit }) => {
  const { merchant_id: merchantId } = await shopById(db, params.merchantId)
  await undoTransfer(db, { merchantId, reference: body.reference }, { by: staff, now })
  audit({ entity: 'merchant', entityId: merchantId, after: { reference: body.reference } })
  return undefined
}

/** Stores that the bank returned a debit. Refuses with ProviderActionNotAllowed one that it does not have. */
export const consoleDebitReturn: ConsoleHandler<'consoleDebitReturn'> = async ({ db, params, body, staff, now, audit }) => {
  const id = idFrom(params.debitId)
  // Without an index: a large installation has some thousands.
  const debit = await db.first<{ reference: string }>(sql`select d.reference from listed_debits d where d.id = ${id}`)
  if (!debit) throw notFound(params.debitId)
  await returnByHand(db, { reference: debit.reference, code: body.code.toUpperCase() }, { by: staff, now })
  audit({ entity: 'debit', entityId: id, after: { code: body.code.toUpperCase() } })
  return undefined
}
