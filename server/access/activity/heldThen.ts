import { type AccessChange, type HeldThen, heldAt } from '#domain/access/accessHistory'
import { addDays, madridDay } from '#domain/platform/dates'
import { centsOrNull } from '#domain/platform/money'
import type { AccessRow } from '../../platform/calls/presetIn.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

type Person = AccessRow & {
  id: string
  name: string
  created_at: Date
  shops: string[]
  sandbox_only: boolean
  disabled_at: Date | null
  removed_at: Date | null
  access_until: Date | null
}
type Line = { entity_id: string; call: string; at: Date; before: Partial<HeldThen> | null }

/** A member of an account with their access at an instant; null before they were one, or accepted their invitation. */
export type MemberThen = { id: string; name: string; heldAt: (at: Date) => HeldThen | null }

/**
 * The members of an account, all or those of `ids`, with their access at any instant from `since` on: reconstructed from what they hold now and the audit
 * entries of each change since.
 */
export async function readMembersThen(db: Connection, accountId: string, since: Date, ids?: readonly string[]): Promise<MemberThen[]> {
  const among = (id: Sql) => (ids ? sql`${id} = any(${[...ids]}::uuid[])` : sql`true`)
  const [people, lines] = await Promise.all([
    readPeople(db, accountId, among(sql`u.id`)),
    readLines(db, accountId, since, among(sql`a.entity_id`)),
  ])
  return people.map((person) => {
    const ownLines = lines.filter((line) => line.entity_id === person.id)
    const joined = ownLines.find(({ call }) => call === 'invitationAccept')
    const changes = ownLines.map(changeOf)
    const { id, name, created_at: createdAt } = person
    const isNone = (at: Date) => createdAt > at || (joined !== undefined && joined.at > at)
    return { id, name, heldAt: (at) => (isNone(at) ? null : heldAt(presentOf(person), changes, at)) }
  })
}

const readPeople = (db: Connection, accountId: string, among: Sql): Promise<Person[]> =>
  db.rows<Person>(sql`select u.id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as name, u.created_at, u.role, u.withheld, u.sandbox_only,
      u.refund_limit_cents, u.refund_day_limit_cents, u.limited_to::text[] as shops, u.disabled_at, u.removed_at, u.access_until
    from members u where u.account_id = ${accountId} and u.joined_at is not null and ${among}
    order by array_position(array['owner', 'admin', 'editor', 'guest'], u.role), u.created_at, u.id limit 500`)

const readLines = (db: Connection, accountId: string, since: Date, among: Sql): Promise<Line[]> =>
  db.rows<Line>(sql`select a.entity_id, a.call, a.at, a.before from audit_entries a where a.account_id = ${accountId} and a.at > ${since} and a.entity = 'user' and ${among}
    and a.outcome = 'done' and a.call in ('teamUpdate', 'teamRemove', 'accessRequestGrant', 'handoverComplete', 'ownerExitComplete', 'invitationAccept')`)

const presentOf = (person: Person): HeldThen => ({
  role: person.role,
  withheld: person.withheld,
  shops: person.shops.length === 0 ? null : person.shops,
  sandboxOnly: person.sandbox_only,
  refundLimitCents: centsOrNull(person.refund_limit_cents),
  refundDayLimitCents: centsOrNull(person.refund_day_limit_cents),
  disabled: person.disabled_at !== null,
  removed: person.removed_at !== null,
  accessUntil: person.access_until && addDays(madridDay(person.access_until), -1),
})

/** The access fields of an audit entry, which holds other fields too. */
function changeOf({ at, call, before }: Line): AccessChange {
  const { role, withheld, shops, sandboxOnly, refundLimitCents, refundDayLimitCents, disabled, accessUntil } = before ?? {}
  const fields = {
    role,
    withheld,
    shops,
    sandboxOnly,
    refundLimitCents,
    refundDayLimitCents,
    disabled,
    accessUntil,
    ...((call === 'teamRemove' || call === 'ownerExitComplete') && { removed: false }),
  }
  return { at, before: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }
}
