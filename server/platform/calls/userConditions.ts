import { ownersAsOf } from '#domain/access/ownerTenure'
import { sql, type Sql } from '../database/sql.ts'

/** SQL condition: member `u` is an owner now. */
export const isOwner = sql`(u.role = 'owner' and u.disabled_at is null and u.joined_at is not null)`

/** SQL for the time at which member `u` became an owner. */
export const ownerSince = sql`coalesce(u.owner_since, u.created_at)`

/** SQL condition: member `u` is an owner whose consent counts, because they have been one for some days. */
export const isSettledOwner = (now: Date): Sql => sql`(${isOwner} and ${ownerSince} <= ${ownersAsOf(now)})`

/** SQL condition: member `u` was an owner until a few days ago, and long enough for their consent to have counted then. */
export const isRecentFormerOwner = (now: Date): Sql =>
  sql`(u.owner_until > ${ownersAsOf(now)} and (${ownerSince} <= ${ownersAsOf(now)} or ${ownerSince} >= u.owner_until))`

/** SQL condition: the user with this id can no longer enter the merchant's account: disabled, removed, or with temporary access that has ended. */
export const isDeactivated = (userId: Sql, merchantId: Sql, now: Date): Sql =>
  sql`exists (select from memberships g join merchants gm on gm.account_id = g.account_id where gm.id = ${merchantId} and g.user_id = ${userId} and (g.disabled_at is not null or g.access_until <= ${now}))`

/** SQL of the name of the person of an id; null for nobody, and for who has not said theirs. */
export const personName = (id: Sql): Sql =>
  sql`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = ${id})`
