import type pg from 'pg'
import { addDays, madridDay } from '#domain/platform/dates'
import { bigShopName } from './personas.ts'

/** Lets everybody of the demo's big shop have left its list yesterday at closing time, so that it tells what changed since. After the rows. */
export async function fillVisits(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `insert into operation_visits (merchant_id, mode, user_id, since, last_at)
     select m.id, s.mode, u.id, l.at, l.at from merchants m join users u on u.account_id = m.account_id
       cross join unnest(enum_range(null::mode)) s (mode) cross join (select ($2::date + time '18:40') at time zone 'Europe/Madrid' as at) l
     where m.name = $1`,
    [bigShopName, addDays(madridDay(now), -1)],
  )
}
