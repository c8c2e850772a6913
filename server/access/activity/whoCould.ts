import { api, type CallName } from '#contract/index'
import { isMemberPolicy } from '#contract/platform/policy'
import { couldCall } from '#contract/teamAccess'
import { heldAt, type AccessChange, type HeldThen } from '#domain/access/accessHistory'
import { type Role } from '#domain/access/roles'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { addDays, madridDay } from '#domain/platform/dates'

type Entry = { at: Date; call: string; user_id: string | null; merchant_id: string | null; mode: 'live' | 'sandbox' | null }
type Person = {
  id: string
  name: string
  role: Role
  withheld: string[]
  shops: string[]
  sandbox_only: boolean
  disabled_at: Date | null
  removed_at: Date | null
  access_until: Date | null
}
type Line = { entity_id: string; call: string; at: Date; before: Partial<HeldThen> | null }

/** Whether a call requires a right of a team member: calls open to anybody, of customers and of scheduled jobs do not. */
export const requiresRight = (call: string): call is CallName => Object.hasOwn(api, call) && isMemberPolicy(api[call as CallName].policy) // own key just asked

/**
 * Everyone who had the right to make the entry's call at that time: reconstructed from what people hold now and the audit entries of each
 * change since. Answers not found for an entry of a shop that the caller may not enter.
 */
export const activityWho: Handler<'activityWho'> = async ({ db, caller, params }) => {
  const seq = /^\d{1,18}$/.test(params.entryId) ? params.entryId : null
  const entry =
    seq &&
    (await db.first<Entry>(sql`select a.at, a.call, a.user_id, a.merchant_id, a.mode from audit_entries a where a.account_id = ${caller.accountId} and a.seq = ${seq}
      and (a.merchant_id is null or a.merchant_id = any(${[...caller.merchantIds]}::uuid[]))`))
  if (!entry || !requiresRight(entry.call)) throw notFound(params.entryId)
  const { at, call, merchant_id: shop, mode } = entry
  const [people, lines] = await Promise.all([readPeople(db, caller.accountId, at), readLines(db, caller.accountId, at)])
  return {
    at: at.toISOString(),
    people: people.flatMap((person) => {
      const changes = lines.filter((line) => line.entity_id === person.id)
      // Whoever accepted their invitation after that had no access yet.
      if (changes.some((line) => line.call === 'invitationAccept')) return []
      const held = heldAt(presentOf(person), changes.map(changeOf), at)
      if (!couldCall(held, call, shop, mode, at)) return []
      return [{ id: hexOf(person.id), name: person.name, role: held.role, did: person.id === entry.user_id }]
    }),
  }
}

const readPeople = (db: Connection, accountId: string, at: Date): Promise<Person[]> =>
  db.rows<Person>(sql`select u.id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as name, u.role, u.withheld, u.sandbox_only,
      u.limited_to::text[] as shops, u.disabled_at, u.removed_at, u.access_until
    from members u where u.account_id = ${accountId} and u.created_at <= ${at} and u.joined_at is not null
    order by array_position(array['owner', 'admin', 'editor', 'guest'], u.role), u.created_at, u.id limit 500`)

const readLines = (db: Connection, accountId: string, at: Date): Promise<Line[]> =>
  db.rows<Line>(sql`select a.entity_id, a.call, a.at, a.before from audit_entries a where a.account_id = ${accountId} and a.at > ${at} and a.entity = 'user'
    and a.outcome = 'done' and a.call in ('teamUpdate', 'teamRemove', 'accessRequestGrant', 'handoverComplete', 'ownerExitComplete', 'invitationAccept')`)

function presentOf(person: Person): HeldThen {
  const {
    role,
    withheld,
    shops,
    sandbox_only: sandboxOnly,
    disabled_at: disabledAt,
    removed_at: removedAt,
    access_until: accessUntil,
  } = person
  return {
    role,
    withheld,
    shops: shops.length === 0 ? null : shops,
    sandboxOnly,
    disabled: disabledAt !== null,
    removed: removedAt !== null,
    accessUntil: accessUntil && addDays(madridDay(accessUntil), -1),
  }
}

/** The access fields of an audit entry, which holds other fields too. */
function changeOf({ at, call, before }: Line): AccessChange {
  const { role, withheld, shops, sandboxOnly, disabled, accessUntil } = before ?? {}
  const fields = {
    role,
    withheld,
    shops,
    sandboxOnly,
    disabled,
    accessUntil,
    ...((call === 'teamRemove' || call === 'ownerExitComplete') && { removed: false }),
  }
  return { at, before: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }
}
