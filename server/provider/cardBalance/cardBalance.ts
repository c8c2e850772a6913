import type { CardBalanceDay, CardDifference } from '#contract/provider/cardBalance'
import type { DifferenceKind, DifferenceSubject } from '#domain/money/cardBalance'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

const maxRows = 200
const daysShown = 31

type Row = {
  id: string
  provider: string
  day: string
  kind: DifferenceKind
  about: DifferenceSubject
  about_id: string
  merchant_id: string | null
  name: string | null
  operation_id: string | null
  our_cents: bigint | null
  their_cents: bigint | null
  currency: string | null
  found_at: Date
  settled_at: Date | null
  resolved_at: Date | null
  resolved_by: string | null
  note: string | null
  movements: { reference: string; amount: number; fee: number; currency: string; at: string }[] | null
}

const isOpen = sql`d.settled_at is null and d.resolved_at is null`

const lists: Readonly<Record<'open' | 'closed', { where: Sql; order: Sql }>> = {
  open: { where: isOpen, order: sql`d.found_at, d.id` },
  closed: { where: sql`not (${isOpen})`, order: sql`d.found_at desc, d.id desc` },
}

const readDifferences = (db: Connection, { where, order }: (typeof lists)['open']): Promise<Row[]> =>
  db.rows<Row>(sql`select d.id, d.provider, d.day::text as day, d.kind, d.about, d.about_id, d.merchant_id, m.name, d.operation_id, d.our_cents, d.their_cents, d.currency, d.found_at,
      d.settled_at, d.resolved_at, s.first_name || ' ' || s.last_name as resolved_by, d.note,
      (select json_agg(json_build_object('reference', v.reference, 'amount', v.amount_cents, 'fee', v.fee_cents, 'currency', v.currency, 'at', v.at) order by v.at, v.reference)
        from card_movements v where v.provider = d.provider and (v.about = d.about and v.about_id = d.about_id or d.about = 'movement' and v.reference = d.about_id)) as movements
    from card_differences d left join merchants m on m.id = d.merchant_id left join staff s on s.id = d.resolved_by
    where ${where} order by ${order} limit ${maxRows}`)

const cents = (value: bigint | null): number | null => (value === null ? null : Number(value))
const shownId = (about: DifferenceSubject, id: string): string => (about === 'dispute' || about === 'movement' ? id : hexOf(id))

const differenceOf = (row: Row): CardDifference => ({
  id: hexOf(row.id),
  provider: row.provider,
  day: row.day,
  kind: row.kind,
  about: row.about,
  aboutId: shownId(row.about, row.about_id),
  merchant: row.merchant_id === null || row.name === null ? null : { id: hexOf(row.merchant_id), name: row.name },
  operationId: row.operation_id && hexOf(row.operation_id),
  ours: cents(row.our_cents),
  theirs: cents(row.their_cents),
  currency: row.currency,
  movements: (row.movements ?? []).map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
  foundAt: row.found_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  resolvedBy: row.resolved_by,
  note: row.note,
})

type DayRow = {
  provider: string
  day: string
  compared_at: Date | null
  movements: number
  differences: number
} & Record<'charges' | 'refunds' | 'disputes' | 'fees' | 'payouts' | 'other' | 'ledger' | 'theirs', bigint>

const readDays = (db: Connection): Promise<DayRow[]> =>
  db.rows<DayRow>(sql`select d.provider, d.day::text as day, d.compared_at, d.movements, d.charges_cents as charges, d.refunds_cents as refunds, d.disputes_cents as disputes,
      d.fees_cents as fees, d.payouts_cents as payouts, d.other_cents as other, d.ledger_cents as ledger,
      d.charges_cents + d.refunds_cents + d.disputes_cents
        - coalesce((select sum(v.fee_cents) from card_movements v where v.provider = d.provider and v.day = d.day and v.kind = 'dispute'), 0)::bigint as theirs,
      (select count(*)::integer from card_differences f where f.provider = d.provider and f.day = d.day and f.settled_at is null and f.resolved_at is null) as differences
    from card_balance_days d order by d.day desc, d.provider limit ${daysShown}`)

const dayOf = ({ compared_at: comparedAt, ...row }: DayRow): CardBalanceDay => ({
  provider: row.provider,
  day: row.day,
  comparedAt: comparedAt?.toISOString() ?? null,
  movements: row.movements,
  charges: Number(row.charges),
  refunds: Number(row.refunds),
  disputes: Number(row.disputes),
  fees: Number(row.fees),
  payouts: Number(row.payouts),
  other: Number(row.other),
  ledger: Number(row.ledger),
  theirs: Number(row.theirs),
  differences: row.differences,
})

/** What card providers moved, day by day, and what differs from the books. */
export const consoleCardBalance: ConsoleHandler<'consoleCardBalance'> = async ({ db, query, services }) => {
  const [differences, days, sums] = await Promise.all([
    readDifferences(db, lists[query.list]),
    readDays(db),
    db.first<{ open: number; balance: string }>(sql`select (select count(*)::integer from card_differences d where ${isOpen}) as open,
      (select coalesce(sum(d.charges_cents + d.refunds_cents + d.disputes_cents + d.fees_cents + d.payouts_cents + d.other_cents), 0) from card_balance_days d) as balance`),
  ])
  return {
    differences: differences.map(differenceOf),
    open: sums?.open ?? 0,
    days: days.map(dayOf),
    balance: Number(sums?.balance ?? 0),
    isReported: services.payments.cards.balance !== undefined,
  }
}

/** Notes what became of a difference. Refuses with ProviderActionNotAllowed one that is open no longer. */
export const consoleCardDifferenceResolve: ConsoleHandler<'consoleCardDifferenceResolve'> = async ({
  db,
  params,
  body,
  staff,
  now,
  audit,
}) => {
  const id = idFrom(params.differenceId)
  const row = await db.first<{
    kind: string
    merchant_id: string | null
    account_id: string | null
    is_open: boolean
  }>(sql`select d.kind, d.merchant_id, m.account_id, ${isOpen} as is_open
    from card_differences d left join merchants m on m.id = d.merchant_id where d.id = ${id} for update of d`)
  if (!row) throw notFound(params.differenceId)
  if (!row.is_open) throw new Refusal('ProviderActionNotAllowed', { why: 'differenceClosed' })
  await db.run(
    sql`update card_differences d set resolved_at = ${now}, resolved_by = ${staff.staffId}, note = ${body.reason} where d.id = ${id}`,
  )
  audit({ entity: 'card_difference', entityId: id, after: { kind: row.kind, note: body.reason } })
  return undefined
}
