import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { ProviderKeyView } from '#contract/provider/apiKeys'
import { MONEY_SCOPE, providerKeyFrom } from '#domain/provider/providerScopes'
import { type ConsoleHandler, type Described, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { keyHash } from '../../platform/keys/issueKey.ts'

type Row = {
  id: string
  name: string
  last_four: string
  scopes: ProviderKeyView['scopes']
  networks: string[]
  created_at: Date
  created_by: string
  last_used_at: Date | null
  last_used_from: string | null
  revoked_at: Date | null
}
const columns = sql`k.id, k.name, k.last_four, k.scopes, k.networks::text[] as networks, k.created_at, k.last_used_at, k.last_used_from, k.revoked_at,
  (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = k.created_by) as created_by`

const viewOf = (row: Row): ProviderKeyView => ({
  id: hexOf(row.id),
  name: row.name,
  lastFour: row.last_four,
  scopes: row.scopes,
  networks: row.networks,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedFrom: row.last_used_from,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

const readKeys = (db: Connection, which: Sql): Promise<Row[]> =>
  db.rows<Row>(
    sql`select ${columns} from provider_keys k where ${which} order by k.revoked_at is not null, k.created_at desc, k.id limit 200`,
  )

async function readKey(db: Connection, id: string): Promise<ProviderKeyView> {
  const [row] = await readKeys(db, sql`k.id = ${id}`)
  if (!row) throw notFound(hexOf(id))
  return viewOf(row)
}

export const providerKeyList: ConsoleHandler<'providerKeyList'> = async ({ db }) => ({
  results: (await readKeys(db, sql`true`)).map(viewOf),
})

/** Whether it is an address, or a network as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && bits > 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
}

/** Creates a key, which this answer alone shows. */
export const providerKeyCreate: ConsoleHandler<'providerKeyCreate'> = async ({ db, body, staff, now, audit }) => {
  const { name, networks } = body
  const wrong = networks.flatMap((network, at) => (isNetwork(network) ? [] : [problem(`networks.${at}`, 'network')]))
  if (wrong.length > 0) throw new Refusal('ApiValidationException', { fields: wrong })
  const scopes = [...new Set(body.scopes)]
  const [id, token] = [newId(now), providerKeyFrom(randomBytes(80))]
  // The bits of the host are cleared: 10.1.2.3/8 is 10.0.0.0/8.
  await db.run(sql`insert into provider_keys (id, name, key_hash, last_four, scopes, networks, created_at, created_by)
    select ${id}, ${name}, ${keyHash(token)}, ${token.slice(-4)}, ${scopes}::text[], coalesce(array_agg(distinct network(n::inet)), '{}'), ${now}, ${staff.staffId}
    from unnest(${networks}::text[]) n`)
  const key = await readKey(db, id)
  audit({ entity: 'provider_key', entityId: id, after: { name, scopes, networks: key.networks } })
  return { token, key }
}

type OfKey = { db: Connection; params: { keyId: string } }

/** A key in use, locked. Refuses with ObjectNotFoundException. */
async function lockKey({ db, params }: OfKey): Promise<{ id: string; name: string; scopes: ProviderKeyView['scopes'] }> {
  const id = idFrom(params.keyId)
  const row = await db.first<{ name: string; scopes: ProviderKeyView['scopes'] }>(
    sql`select k.name, k.scopes from provider_keys k where k.id = ${id} and k.revoked_at is null for update`,
  )
  if (!row) throw notFound(params.keyId)
  return { id, ...row }
}

async function describeMoney(call: OfKey): Promise<Described> {
  const { id, name, scopes } = await lockKey(call)
  const after = scopes.includes(MONEY_SCOPE) ? scopes : [...scopes, MONEY_SCOPE]
  return { entity: 'provider_key', entityId: id, before: { name, scopes }, after: { name, scopes: after } }
}

/** Lets a key mark transfers as executed or returned; without effect when it may. */
export const providerKeyAllowMoney = withSecondPerson<'providerKeyAllowMoney'>(describeMoney, async (call) => {
  const { db, audit } = call
  const described = await describeMoney(call)
  const { id } = await lockKey(call)
  await db.run(
    sql`update provider_keys k set scopes = array_append(k.scopes, ${MONEY_SCOPE}) where k.id = ${id} and ${MONEY_SCOPE} <> all(k.scopes)`,
  )
  audit({ ...described, entityId: id })
  return readKey(db, id)
})

/** Revokes a key; without effect when it is. */
export const providerKeyRevoke: ConsoleHandler<'providerKeyRevoke'> = async ({ db, params, staff, now, audit }) => {
  const id = idFrom(params.keyId)
  const revoked = await db.run(
    sql`update provider_keys set revoked_at = ${now}, revoked_by = ${staff.staffId} where id = ${id} and revoked_at is null`,
  )
  const key = await readKey(db, id)
  audit({ entity: 'provider_key', entityId: id, before: { revoked: revoked === 0 }, after: { name: key.name, revoked: true } })
  return key
}
