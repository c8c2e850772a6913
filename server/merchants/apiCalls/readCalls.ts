import type { ApiCall } from '#contract/merchants/apiCalls'
import { pageSize } from '#contract/platform/page'
import { statusesOf, unknownCall, type ApiCallAnswer } from '#domain/merchants/apiCallLog'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { firstIdAt } from '../../platform/database/newId.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { rangeStart } from './callRange.ts'

type Row = {
  id: string
  request_id: string
  called_at: Date
  method: string
  path: string
  url: string
  status: number
  error_type: string | null
  ms: number
  key_id: string
  kind: 'public' | 'private' | null
  last_four: string | null
  request_bytes: number
  request_body: string | null
  answer: string | null
}

const pagesAhead = 10

type CallFilter = {
  answer?: ApiCallAnswer | undefined
  method?: string | undefined
  call?: string | undefined
  key?: string | undefined
  error?: string | undefined
}

/** The condition of a list's filters, over `c`: the log or its counters. `key`: matches nothing when it is not a key's id. */
export function matching({ answer, method, call, key, error }: CallFilter): Sql {
  const [from, below] = answer === undefined ? [0, 1_000] : statusesOf[answer]
  // The index of errors is found by its own condition.
  const failed = error !== undefined || from >= 400 ? sql`and c.error_type is not null` : sql``
  return sql`c.status >= ${from} and c.status < ${below} ${failed}
    and (${method ?? null}::text is null or c.method = ${method ?? null}) and (${call ?? null}::text is null or c.call = ${call === unknownCall ? '' : (call ?? null)})
    and (${key ?? null}::text is null or c.key_id = ${key === undefined ? null : (uuidOf(key) ?? null)}::uuid)
    and (${error ?? null}::text is null or c.error_type = ${error ?? null})`
}

/** A shop's calls in the log, the latest first. */
export const apiCallList: Handler<'apiCallList'> = async ({ db, scope, query, now }) => {
  const { page, request, range, ...filters } = query
  const requestId = request === undefined ? undefined : uuidOf(request.replaceAll('-', '').toLowerCase())
  // What is no request id finds nothing.
  const matchingCalls =
    request === undefined
      ? sql`${inScope(scope, 'c')} and c.id >= ${firstIdAt(rangeStart(range, now))} and ${matching(filters)}`
      : sql`${inScope(scope, 'c')} and c.request_id = ${requestId ?? null}::uuid`
  const offset = (page - 1) * pageSize
  const [rows, ahead] = await Promise.all([
    db.rows<Row>(sql`select c.*, k.kind, k.last_four from (select * from api_calls c where ${matchingCalls} order by c.id desc offset ${offset} limit ${pageSize}) c
      left join api_keys k on k.merchant_id = c.merchant_id and k.mode = c.mode and k.id = c.key_id order by c.id desc`),
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from api_calls c where ${matchingCalls} order by c.id desc offset ${offset} limit ${pageSize * (pagesAhead + 1)}) a`,
    ),
  ])
  const further = Math.max(0, Math.ceil((ahead?.many ?? 0) / pageSize) - 1)
  return { results: rows.map(callOf), currentPage: page, maxVisiblePage: page + further, next: further > 0 ? page + 1 : null }
}

const callOf = (row: Row): ApiCall => ({
  id: hexOf(row.id),
  requestId: row.request_id,
  at: row.called_at.toISOString(),
  method: row.method,
  path: row.path,
  url: row.url,
  status: row.status,
  errorType: row.error_type,
  ms: row.ms,
  keyId: hexOf(row.key_id),
  keyKind: row.kind ?? 'private',
  keyLastFour: row.last_four ?? '',
  requestBytes: row.request_bytes,
  requestBody: row.request_body,
  answer: row.answer,
})
