import { audienceGap } from '#domain/sales/campaigns/audience'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readAudiences } from './audienceRow.ts'

/** All of the shop's audiences by name, with why one cannot be chosen. */
export const audienceNames: Handler<'audienceNames'> = async ({ db, scope, now, services }) => {
  const reading = { now, secret: services.config.sessionSecret }
  const all = await readAudiences(db, scope, reading, sql`a.status <> 'erased'`, sql`order by a.name_key, a.id`)
  return all.map((one) => ({ uuid: hexOf(one.id), name: one.name, size: one.size, gap: audienceGap(one) }))
}
