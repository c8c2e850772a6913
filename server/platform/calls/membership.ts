import { openAccount } from '../database/openAccount.ts'
import type { Caller, Membership } from './call.ts'
import { sql, type Sql } from '../database/sql.ts'

/** The same person in another of their accounts. */
export const callerAs = ({ userId, sessionId, memberships, undoSeconds, tillId }: Caller, membership: Membership): Caller => ({
  ...membership,
  userId,
  sessionId,
  memberships,
  undoSeconds,
  ...(tillId !== undefined && { tillId }),
})

/** SQL condition: a membership (an alias of `memberships` or `members`) gives access now. */
export const mayEnter = (membership: Sql, now: Date): Sql =>
  sql`(${membership}.joined_at is not null and ${membership}.disabled_at is null and (${membership}.access_until is null or ${membership}.access_until > ${now}))`

/** SQL of an account's displayed name: its company's, else its first shop's, else its owner's; empty when none of them is known yet. */
export const accountName = (accountId: Sql): Sql => sql`coalesce((select e.name from enterprises e where e.account_id = ${accountId}),
  (select s.name from merchants s where s.account_id = ${accountId} order by s.created_at limit 1),
  (select nullif(concat_ws(' ', p.first_name, p.last_name), '') from profiles p where p.account_id = ${accountId}),
  (select concat_ws(' ', o.first_name, o.last_name) from members o where o.account_id = ${accountId} and o.role = 'owner' order by o.created_at limit 1), '')`

/** SQL condition: user `u` belongs to no account and is invited to none. */
export const belongsNowhere = sql`not exists (select from memberships b where b.user_id = u.id and b.removed_at is null)`

/** SQL order of the memberships `m` of user `u`: first that of their preferred merchant, then the one joined first. */
export const firstMembership = sql`m.account_id = (select p.account_id from merchants p where p.id = u.prefered_merchant_id) desc nulls last, m.joined_at, m.account_id`

/** SQL of a lateral join: the first account `h` that user `u` may enter, among those that meet a condition on membership `m`. */
export const homeMembership = (now: Date, config: { demo: boolean }, among: Sql = sql`true`): Sql =>
  sql`lateral (select m.account_id, m.role from memberships m join accounts a on a.id = m.account_id
    where m.user_id = u.id and ${mayEnter(sql`m`, now)} and ${openAccount(config)} and ${among} order by ${firstMembership} limit 1) h`
