import { madridDay } from '#domain/platform/dates'
import { record } from '../../platform/audit/record.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import type { Sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { personalTables, type KeyedTable, type PersonalRow, type ShopRows } from './personalTables.ts'

const modes: readonly Mode[] = ['live', 'sandbox']

/**
 * A copy of all data kept about the caller in all of their accounts (GDPR, art. 15): every table of the data map under its name, as JSON, streamed while it is read.
 * Leaves an audit entry.
 */
export const personalCopy: Handler<'personalCopy'> = async (call) => {
  const { services, caller, ip, requestId, now } = call
  await services.database.write(null, (db) =>
    record(db, {
      accountId: caller.accountId,
      merchantId: null,
      mode: null,
      userId: caller.userId,
      role: caller.ownRole ?? caller.role,
      ip,
      call: 'personalCopy',
      entity: 'user',
      entityId: caller.userId,
      requestId,
    }),
  )
  return { download: pieces(call), fileName: `mis-datos-${madridDay(now)}.json`, mediaType: 'application/json' }
}

async function* pieces(call: Call<'personalCopy'>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"made_at":${JSON.stringify(call.now.toISOString())}`)
  for (const [name, table] of Object.entries(personalTables)) {
    let between = `,\n${JSON.stringify(name)}:[`
    for await (const rows of 'perShop' in table ? batchesOfShops(call, table.perShop) : batchesByKey(call, table)) {
      if (rows.length === 0) continue
      yield Buffer.from(between + rows.map((row) => JSON.stringify(row)).join(','))
      between = ','
    }
    yield Buffer.from(between === ',' ? ']' : `${between}]`)
  }
  yield Buffer.from('}\n')
}

/** Reads batch after batch, each in its own transaction, so that a slow reader holds none open. */
async function* batchesByKey(call: Call<'personalCopy'>, { rows, batch }: KeyedTable): AsyncGenerator<PersonalRow[]> {
  for (let after: PersonalRow | null = null; ;) {
    const found: PersonalRow[] = await read(call, null, rows(call.caller, after))
    yield found
    after = found.at(-1) ?? null
    if (batch === undefined || found.length < batch) return
  }
}

async function* batchesOfShops(call: Call<'personalCopy'>, rows: ShopRows): AsyncGenerator<PersonalRow[]> {
  for (const { merchantIds } of call.caller.memberships)
    for (const merchantId of merchantIds)
      for (const mode of modes) {
        const scope = mintScope(merchantId, mode)
        yield await read(call, scope, rows(call.caller, scope))
      }
}

async function read({ services }: Call<'personalCopy'>, scope: Scope | null, query: Sql): Promise<PersonalRow[]> {
  const found = await services.database.read(scope, (db) => db.rows<{ row: PersonalRow }>(query))
  return found.map(({ row }) => row)
}
