import { audienceGap } from '#domain/audience'
import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { hexOf } from '../http/wire.ts'
import { readAudiences } from './audienceRow.ts'

/** All of the shop's audiences by name, with why one cannot be chosen. */
export const audienceNames: Handler<'audienceNames'> = async ({ db, scope, now, house }) => {
  const reading = { now, secret: house.config.sessionSecret }
  const all = await readAudiences(db, scope, reading, sql`a.status <> 'erased'`, sql`order by a.name_key, a.id`)
  return all.map((one) => ({ uuid: hexOf(one.id), name: one.name, size: one.size, gap: audienceGap(one) }))
}
