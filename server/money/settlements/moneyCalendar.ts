import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { answerBy } from '#domain/money/cardDispute'
import { localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { customerName } from '../../sales/lifecycle/customerName.ts'
import { isToAnswer } from '../../sales/lifecycle/openDispute.ts'
import { rangeOf } from '../../sales/lifecycle/readFigures.ts'
import { readForecast } from './readForecast.ts'

type Day = AnswerOf<Api['moneyCalendar']>['days'][number]
type Range = { from: LocalDate; to: LocalDate }
/** An operation behind a figure of a day; amounts in cents. */
type Behind = { on: LocalDate; operationId: string; amountCents: number }

/** How many operations behind a figure are named. */
const maxNamed = 10

/** What happens with the shop's money on each day of a range: settlements, forecast, debits and deadlines. */
export const moneyCalendar: Handler<'moneyCalendar'> = async ({ query, db, scope, now }) => {
  const range = rangeOf(query)
  const [forecast, settlements, debits, disputes] = await Promise.all([
    range.to < madridDay(now) ? [] : readForecast(db, scope, now, range.to),
    readSettlements(db, scope, range),
    readDebits(db, scope, range),
    disputesToAnswer(db, scope, range, now),
  ])
  const coming = forecast.filter(({ on }) => on >= range.from)
  const [settledOn, debitedOn, disputedOn] = [groupByDay(settlements), groupByDay(debits), groupByDay(disputes)]
  const days = [...new Set([...coming.map(({ on }) => on), ...settledOn.keys(), ...debitedOn.keys(), ...disputedOn.keys()])].toSorted()
  const named = days.flatMap((on) => {
    const day = coming.find((one) => one.on === on)
    return [day?.lapsing ?? [], day?.leaving ?? [], disputedOn.get(on) ?? []].flatMap((behind) => behind.slice(0, maxNamed))
  })
  const names = await readNames(db, scope, named)
  const figure = (behind: readonly Behind[]): Day['captures'] => ({
    count: behind.length,
    amount: behind.reduce((sum, { amountCents }) => sum + amountCents, 0),
    operations: behind.slice(0, maxNamed).map(({ operationId, amountCents }) => ({
      id: hexOf(operationId),
      customerName: names.get(operationId) ?? '',
      amount: amountCents,
    })),
  })
  return {
    today: madridDay(now),
    days: days.map((on): Day => {
      const day = coming.find((one) => one.on === on)
      return {
        on,
        settlements: (settledOn.get(on) ?? []).map(({ settlement }) => settlement),
        expected: day?.settlement ?? null,
        captures: figure(day?.lapsing ?? []),
        refunds: figure(day?.leaving ?? []),
        debits: (debitedOn.get(on) ?? []).map(({ debit }) => debit),
        disputes: figure(disputedOn.get(on) ?? []),
      }
    }),
  }
}

const groupByDay = <Row extends { on: LocalDate }>(rows: readonly Row[]): Map<LocalDate, Row[]> => Map.groupBy(rows, ({ on }) => on)

async function readSettlements(db: Connection, scope: Scope, { from, to }: Range) {
  const rows = await db.rows<{
    id: string
    on: string
    reference: string
    status: Day['settlements'][number]['status']
    net: bigint
    held: bigint
    released: bigint
    closing: bigint
  }>(sql`select s.id, s.value_on as on, s.reference, s.status, s.net_cents as net, s.reserve_held_cents as held, s.reserve_released_cents as released,
      s.closing_cents as closing
    from settlements s where ${inScope(scope, 's')} and s.value_on between ${from} and ${to} order by s.value_on, s.id`)
  return rows.map(({ id, on, reference, status, net, held, released, closing }) => ({
    on: localDate(on),
    settlement: {
      id: hexOf(id),
      reference,
      status,
      netAmount: Number(net),
      reserveHeld: Number(held),
      reserveReleased: Number(released),
      closingBalance: Number(closing),
    },
  }))
}

async function readDebits(db: Connection, scope: Scope, { from, to }: Range) {
  const rows = await db.rows<{ id: string; on: string; reference: string; state: Day['debits'][number]['state']; cents: bigint }>(
    sql`select d.id, d.due_on as on, d.reference, d.state, coalesce(d.charged_cents, d.announced_cents) as cents
    from debits d where ${inScope(scope, 'd')} and d.due_on between ${from} and ${to} order by d.due_on, d.announced_at`,
  )
  return rows.map(({ id, on, reference, state, cents }) => ({
    on: localDate(on),
    debit: { id: hexOf(id), reference, state, amount: Number(cents) },
  }))
}

/** Card disputes that the shop has not answered, by the day by which it must. */
async function disputesToAnswer(db: Connection, scope: Scope, { from, to }: Range, now: Date): Promise<Behind[]> {
  const rows = await db.rows<{ operation_id: string; amount_cents: bigint; opened_at: Date; evidence_due_at: Date }>(sql`
    select d.operation_id, d.amount_cents, d.opened_at, d.evidence_due_at from card_disputes d
    where ${inScope(scope, 'd')} and ${isToAnswer(now)} and d.act is null
    order by d.evidence_due_at, d.id`)
  return rows
    .map((row) => ({
      on: madridDay(answerBy(row.opened_at, row.evidence_due_at)),
      operationId: row.operation_id,
      amountCents: Number(row.amount_cents),
    }))
    .filter(({ on }) => on >= from && on <= to)
}

async function readNames(db: Connection, scope: Scope, behind: readonly Behind[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(behind.map(({ operationId }) => operationId))]
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ id: string; name: string }>(
    sql`select o.id, ${customerName()} as name from operations o where ${inScope(scope, 'o')} and o.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
