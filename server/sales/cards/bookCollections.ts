import { randomUUID } from 'node:crypto'
import { askAgainOn } from '#domain/sales/operations/collection'
import { madridDay, startOfMadridDay } from '#domain/platform/dates'
import { nextState } from '#domain/sales/operations/lifecycle'
import { journalDayQueries } from '../../money/ledger/ledgerDays.ts'
import { instalmentPostings } from '../../money/ledger/postings.ts'
import { changeOperations, type OperationChange } from '../lifecycle/changeOperation.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, sql } from '../../platform/database/sql.ts'
import type { DueInstalment } from './lockInstalments.ts'

/** How a customer paid outside the card. */
export type NotedWay = 'transfer' | 'cash'

/**
 * Books paid instalments, by card or, as staff noted it, in another way: paid, ledger, history, the next due date, and the end of the plan when nothing is
 * owed (T15). An instalment refunded by a cancellation meanwhile stays refunded: its money has only arrived now. The operations' rows must be locked.
 */
export async function bookCollections(
  db: Connection,
  scope: Scope,
  paid: readonly DueInstalment[],
  { now, noted }: { now: Date; noted?: NotedWay },
): Promise<void> {
  if (paid.length === 0) return
  const rows = paid.map((one) => ({ ...one, live: one.state !== 'refunded', journalId: randomUUID() }))
  const ids = rows.map(({ operationId }) => operationId)
  changeOperations(
    db,
    scope,
    now,
    rows.flatMap((row) => entriesOf(row, noted)),
    {
      with: sql`p as (
      select * from unnest(${ids}::uuid[], ${rows.map(({ number }) => number)}::integer[], ${rows.map(({ live }) => live)}::boolean[],
        ${rows.map(({ next }) => next?.dueOn ?? null)}::date[], ${rows.map(({ next }) => next?.amountCents ?? null)}::bigint[]) p (id, number, live, next_on, next_cents)
    ), instalment as (
      update instalments i set state = case when p.live then 'paid' else i.state end, paid_at = ${now} from p
      where ${inScope(scope, 'i')} and i.operation_id = p.id and i.number = p.number
    )`,
      set: sql`paid_instalments = o.paid_instalments + 1, collect_at = null,
      next_due_on = case when p.live then p.next_on else o.next_due_on end, next_due_cents = case when p.live then p.next_cents else o.next_due_cents end`,
      from: { relation: sql`p`, where: sql`o.id = p.id` },
    },
  )
  const kind = noted ? 'noted_payment' : 'instalment'
  const lines = rows.flatMap(({ journalId, ...one }) =>
    instalmentPostings(one).flatMap((line) => (line.amountCents === 0 ? [] : [{ journalId, ...line }])),
  )
  const journals = sql`journal as (
      insert into ledger_journals (merchant_id, mode, id, kind, operation_id, at)
      select ${scope.merchantId}, ${scope.mode}, j.id, ${kind}, j.operation_id, ${now}
      from unnest(${rows.map(({ journalId }) => journalId)}::uuid[], ${ids}::uuid[]) j (id, operation_id)
    )`
  await db.run(sql`with ${joinSql([journals, ...journalDayQueries(scope, { kind, at: now, lines })])}
    insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents)
    select ${scope.merchantId}, ${scope.mode}, l.journal_id, l.account, l.cents
    from unnest(${lines.map(({ journalId }) => journalId)}::uuid[], ${lines.map(({ account }) => account)}::text[], ${lines.map(({ amountCents }) => amountCents)}::bigint[])
      l (journal_id, account, cents)`)
}

/** What the history says of one: by card one entry; of a payment noted by hand how it was made, and then that nothing is owed any more. */
function entriesOf(
  { operationId, before, isEarly, live, next, amountCents }: DueInstalment & { live: boolean },
  noted?: NotedWay,
): OperationChange[] {
  const by = { operationId, actor: isEarly && !noted ? ('customer' as const) : ('provider' as const), userId: null }
  const ending = live && next === null ? (isEarly ? 'repaid_early' : 'last_instalment_collected') : null
  if (!noted) {
    const after = (ending && nextState(before, ending)) ?? before
    return [{ ...by, event: ending ?? (isEarly ? 'paid_early' : 'instalment_collected'), before, after, amountCents }]
  }
  const entry = { ...by, event: noted === 'transfer' ? 'paid_by_transfer' : 'paid_in_cash', before, after: before, amountCents }
  if (ending === null) return [entry]
  // From default an operation returns to repayment before it can be completed.
  const lifted = nextState(before, 'hold_lifted')
  const running = lifted ?? before
  const ended = nextState(running, ending) ?? running
  return [
    entry,
    ...(lifted ? [{ ...by, event: 'hold_lifted', before, after: lifted, amountCents: null }] : []),
    { ...by, event: ending, before: running, after: ended, amountCents: null },
  ]
}

/** `card_missing`: there was no card that can be charged; `authentication_required`: the customer must authenticate the payment. */
export type RefusalEvent = 'instalment_declined' | 'card_missing' | 'authentication_required'
export type DeclinedInstalment = DueInstalment & { event: RefusalEvent }

/**
 * Books instalments that could not be collected: overdue, to be retried on the next day of the retry schedule, or in default after the last one (T19; the
 * shop keeps its money). The operations' rows must be locked.
 */
export async function bookDeclines(db: Connection, scope: Scope, refused: readonly DeclinedInstalment[], now: Date): Promise<void> {
  const today = madridDay(now)
  const rows = refused.flatMap((charge) => {
    // Paid, refunded or removed meanwhile: the declined charge changes nothing.
    if (charge.dueOn === null || (charge.state !== 'pending' && charge.state !== 'overdue')) return []
    const againOn = askAgainOn(charge.dueOn, today)
    const defaulted = againOn === null ? nextState(charge.before, 'defaulted') : null
    return [{ ...charge, againAt: againOn && startOfMadridDay(againOn), defaulted, after: defaulted ?? charge.before }]
  })
  if (rows.length === 0) return
  const changes = rows.flatMap(({ operationId, event, before, after, defaulted, amountCents }) => {
    const by = { operationId, actor: 'provider' as const, userId: null, before }
    return [{ ...by, event, after: before, amountCents }, ...(defaulted ? [{ ...by, event: 'defaulted', after, amountCents: null }] : [])]
  })
  changeOperations(db, scope, now, changes, {
    with: sql`r as (
      select * from unnest(${rows.map(({ operationId }) => operationId)}::uuid[], ${rows.map(({ number }) => number)}::integer[],
        ${rows.map(({ againAt }) => againAt)}::timestamptz[]) r (id, number, again_at)
    ), instalment as (
      update instalments i set state = 'overdue' from r
      where ${inScope(scope, 'i')} and i.operation_id = r.id and i.state = 'pending' and i.amount_cents > 0
        and (i.number = r.number or i.due_on < ${today}::date)
    )`,
    set: sql`collect_at = r.again_at`,
    from: { relation: sql`r`, where: sql`o.id = r.id` },
  })
}
