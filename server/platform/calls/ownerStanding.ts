import { ownersAsOf } from '#domain/access/ownerStanding'
import { sql, type Sql } from '../database/sql.ts'

/** SQL that is true of a person `u` who is an owner now. */
export const isOwner = sql`(u.role = 'owner' and u.disabled_at is null and u.password_hash is not null)`

/** SQL for since when a person `u` is an owner. */
export const ownerSince = sql`coalesce(u.owner_since, u.created_at)`

/** SQL that is true of a person `u` whose consent as an owner counts: an owner now, and for days. */
export const isSettledOwner = (now: Date): Sql => sql`(${isOwner} and ${ownerSince} <= ${ownersAsOf(now)})`

/** SQL that is true of a person `u` who was an owner until a few days ago, long enough for their consent to count then. */
export const isRecentFormerOwner = (now: Date): Sql =>
  sql`(u.owner_until > ${ownersAsOf(now)} and (${ownerSince} <= ${ownersAsOf(now)} or ${ownerSince} >= u.owner_until))`

/** SQL that is true of a person `u` who may enter a shop. */
export const entersShop = (merchantId: Sql): Sql =>
  sql`(not exists (select from user_merchants um where um.user_id = u.id) or exists (select from user_merchants um where um.user_id = u.id and um.merchant_id = ${merchantId}))`

/** SQL that is true when the person of an id cannot enter the account any more: disabled, removed, or temporary and over. */
export const isGone = (userId: Sql, now: Date): Sql =>
  sql`exists (select from users g where g.id = ${userId} and (g.disabled_at is not null or g.access_until <= ${now}))`

/** SQL of the name of the person of an id; null for nobody, and for who has not said theirs. */
export const personName = (id: Sql): Sql =>
  sql`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = ${id})`
