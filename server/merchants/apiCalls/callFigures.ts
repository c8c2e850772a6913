import { shopsApi, type ShopCallName } from '#contract/shopsApi'
import { unknownCall } from '#domain/merchants/apiCallLog'
import type { Handler } from '../../platform/calls/call.ts'
import { snakeKey } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { rangePoints, rangeStart } from './callRange.ts'
import { matching } from './readCalls.ts'

type HourRow = { hour: Date; calls: number; errors: number }

/** The address of a call by its name, as its documentation has it. */
const pathOf = (call: string): string =>
  Object.hasOwn(shopsApi, call)
    ? shopsApi[call as ShopCallName].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`)
    : ''

/** How many calls and errors a shop had, by hour or by day, from the counters. */
export const apiCallFigures: Handler<'apiCallFigures'> = async ({ db, scope, query, now }) => {
  const { range, ...filters } = query
  const since = rangeStart(range, now)
  const inRange = sql`${inScope(scope, 'c')} and c.hour >= ${since}`
  const [hours, calls, errors] = await Promise.all([
    db.rows<HourRow>(sql`select c.hour, sum(c.calls)::integer as calls, coalesce(sum(c.calls) filter (where c.error_type <> ''), 0)::integer as errors
      from api_call_hours c where ${inRange} and ${matching(filters)} group by c.hour order by c.hour`),
    db.rows<{ call: string; method: string }>(
      sql`select c.call, min(c.method) as method from api_call_hours c where ${inRange} group by c.call order by c.call`,
    ),
    db.rows<{ error_type: string }>(
      sql`select distinct c.error_type from api_call_hours c where ${inRange} and c.error_type <> '' order by c.error_type`,
    ),
  ])
  const starts = rangePoints(range, now)
  const points = starts.map((start) => ({ at: start.toISOString(), calls: 0, errors: 0 }))
  for (const { hour, calls: callCount, errors: failed } of hours) {
    const point = points[starts.findLastIndex((start) => start <= hour)]
    if (!point) continue
    point.calls += callCount
    point.errors += failed
  }
  return {
    unit: range === 'day' ? 'hour' : 'day',
    points,
    calls: calls.map(({ call, method }) => ({
      call: call === '' ? unknownCall : call,
      method: call === '' ? '' : method,
      path: pathOf(call),
    })),
    errorTypes: errors.map(({ error_type: type }) => type),
  }
}
