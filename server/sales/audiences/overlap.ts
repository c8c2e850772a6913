import { BUYER_DAYS } from '#domain/sales/campaigns/audience'
import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { tableBatches } from '../../platform/files/tableBatches.ts'
import { cellForm } from '../../platform/files/table.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { identifierOf, type Identifiers, keyOfMembers, membership, readMembers } from '../lifecycle/audienceMembers.ts'
import { assertReadable, readAudience, type StoredAudience } from './audienceRow.ts'
import { operationTable } from './people.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

/** Buyers in the first, the second, or both audiences. */
type Buyers = { all: number; inside: number; other: number; both: number }

/**
 * How many people two audiences share, and how many of each bought in the last 90 Madrid days. Only counts. Audiences with different identifier types can be
 * compared by their buyers only.
 */
export const audienceOverlap: Handler<'audienceOverlap'> = async ({ scope, params, query, now, services }) => {
  const { database } = services
  const reading = { now, secrets: services.config.sessionSecrets }
  const audience = await database.read(scope, (db) => readAudience(db, scope, params.uuid, reading))
  const second = query.with
  const other = second === undefined ? null : await database.read(scope, (db) => readAudience(db, scope, second, reading))
  assertReadable(audience)
  if (other) assertReadable(other)
  if (other?.id === audience.id) throw new Refusal('AudienceNotAllowed', { why: 'same' })
  const since = startOfMadridDay(addDays(madridDay(now), 1 - BUYER_DAYS))
  const buyers = await countBuyers({ database, scope, secrets: reading.secrets, since }, audience, other)
  const isComparable = other?.identifier_type === audience.identifier_type && other.key_mark.equals(audience.key_mark)
  return {
    size: audience.size,
    other: other && {
      uuid: hexOf(other.id),
      name: other.name,
      size: other.size,
      both: isComparable ? await countShared(database, scope, audience.id, other.id) : null,
    },
    buyers: { all: buyers.all, inside: buyers.inside, other: other && buyers.other, both: other && buyers.both },
  }
}

async function countShared(database: Database, scope: Scope, one: string, other: string): Promise<number> {
  const row = await database.read(scope, (db) =>
    db.first<{ many: number }>(sql`select count(*)::integer as many from audience_members a
      join audience_members b on b.merchant_id = a.merchant_id and b.mode = a.mode and b.audience_id = ${other} and b.hash = a.hash
      where ${inScope(scope, 'a')} and a.audience_id = ${one}`),
  )
  return row?.many ?? 0
}

type BuyerSearch = { database: Database; scope: Scope; secrets: Secrets; since: Date }

/** A person is identified by document, else by e-mail; membership is checked by each audience's identifier, on any order of those days. */
async function countBuyers(
  { database, scope, secrets, since }: BuyerSearch,
  one: StoredAudience,
  other: StoredAudience | null,
): Promise<Buyers> {
  const sides = await Promise.all(
    [one, ...(other ? [other] : [])].map(async ({ id, identifier_type: type, key_mark: mark }) => {
      const key = keyOfMembers(secrets, scope, mark)
      const isMember = membership(await database.read(scope, (db) => readMembers(db, scope, id)), key, type)
      return (customer: Identifiers) => isMember(identifierOf(customer, type))
    }),
  )
  const bought = operationTable(sql`${inScope(scope, 'o')} and o.captured_cents > 0 and o.created_at >= ${since}`, [
    sql`o.email`,
    sql`o.phone`,
    sql`o.document_number`,
  ])
  // Bit 1: in the first, bit 2: in the second.
  const people = new Map<string, number>()
  for await (const { content } of tableBatches(database, scope, bought, { form: cellForm(true), summed: [] }))
    for (const [email = '', phone = '', documentNumber = ''] of content) {
      const customer = { email, phone, documentNumber }
      const bits = sides.reduce((sum, isInside, at) => sum | (isInside(customer) ? 1 << at : 0), 0)
      const person = documentNumber || email || phone
      people.set(person, (people.get(person) ?? 0) | bits)
    }
  const counted = [...people.values()]
  const having = (bits: number) => counted.filter((one) => (one & bits) === bits).length
  return { all: people.size, inside: having(1), other: having(2), both: having(3) }
}
