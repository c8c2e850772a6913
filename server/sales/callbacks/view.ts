import type { Callback, CallbackAttempt } from '#contract/sales/callbacks'
import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** Maximum attempts shown: a day without an answer makes about a hundred (`retryAfterMs`). */
const maxShown = 120

type HistoryRow = { url: string | null; acknowledged: string | null; given_up_at: Date | null; due_at: Date | null }
type Attempt = { id: string; at: Date; told: string; status: number | null; failure: string | null; ms: number; answer: string | null }

/** How the shop's server was notified of an order, and what it answered. */
export const callbackView: Handler<'callbackView'> = async ({ db, scope, params, now }) =>
  readHistory(db, scope, await operationIdOf(db, scope, params.operationId), now)

/** The id of an operation of this shop and mode; refuses with ObjectNotFoundException any other. */
export async function operationIdOf(db: Connection, scope: Scope, operationHex: string): Promise<string> {
  const id = idFrom(operationHex)
  const found = await db.first(sql`select from operations o where ${inScope(scope, 'o')} and o.id = ${id}`)
  if (!found) throw notFound(operationHex)
  return id
}

/** Reads the history; an attempt that was due before `now` is in progress or about to be. */
export async function readHistory(db: Connection, scope: Scope, operationId: string, now: Date): Promise<Callback> {
  const thisCallback = sql`${inScope(scope, 'c')} and c.operation_id = ${operationId}`
  const [row, attempts] = await Promise.all([
    db.first<HistoryRow>(sql`select c.url, c.acknowledged, c.given_up_at, case when d.lease is not null then ${now} when d.due_at is not null then greatest(d.due_at, ${now}) end as due_at from callbacks c
      left join outbox d on d.kind = 'order_callback' and d.subject = ${operationId} and d.state = 'pending' where ${thisCallback}`),
    db.rows<Attempt>(
      sql`select c.id, c.at, c.told, c.status, c.failure, c.ms, c.answer from callback_attempts c where ${thisCallback} order by c.id desc limit ${maxShown}`,
    ),
  ])
  return {
    address: row?.url ? withoutParameters(row.url) : null,
    state: row ? stateOf(row) : 'idle',
    nextAt: row?.due_at?.toISOString() ?? null,
    attempts: attempts.map(attemptOf),
  }
}

function stateOf({ due_at: dueAt, given_up_at: givenUpAt, acknowledged }: HistoryRow): Callback['state'] {
  if (dueAt !== null) return 'due'
  if (givenUpAt !== null) return 'given_up'
  return acknowledged === null ? 'idle' : 'taken'
}

function attemptOf({ id, at, told: name, ...rest }: Attempt): CallbackAttempt {
  const [status = '', reason = ''] = name.split('/')
  return { ...rest, id: hexOf(id), at: at.toISOString(), told: status as CallbackAttempt['told'], reason: reason || null } // as `reportName` writes it
}

/** Shops put order access tokens into the parameters: nobody needs to read those. */
const withoutParameters = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''
