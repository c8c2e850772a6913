import type { Handler } from '../../platform/calls/call.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { rangeOf, readFunnels, shopFigures } from '../lifecycle/readFigures.ts'
import { channelRows, listOf } from './filters.ts'

/** From request to sale, by channel, and what is open now. */
export const insightFunnel: Handler<'insightFunnel'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const [funnels, open] = await Promise.all([
    readFunnels(db, shopFigures(channelRows(scope, query)), range),
    db.rows<{
      substatus: string
      many: number
      cents: number
    }>(sql`select o.substatus, count(*)::integer as many, sum(o.total_cents)::float8 as cents
      from operations o where ${inScope(scope, 'o')} and o.substatus in ('pending_customer', 'pending_merchant')
        and (${query.channel ?? null}::text is null or o.channel = ${query.channel ?? null}) group by o.substatus`),
  ])
  const waiting = (substatus: string) => {
    const one = open.find((row) => row.substatus === substatus)
    return { count: one?.many ?? 0, amount: one?.cents ?? 0 }
  }
  return {
    funnels: funnels.map(({ channel, steps, ends }) => {
      const filters = { ...query, channel: channel ?? query.channel }
      return {
        channel,
        steps: steps.map((one) => ({ ...one, list: listOf(one.step, filters) })),
        ends: ends.map((one) => ({ ...one, list: listOf(one.end, filters) })),
      }
    }),
    open: { pendingCustomer: waiting('pending_customer'), pendingMerchant: waiting('pending_merchant') },
  }
}
