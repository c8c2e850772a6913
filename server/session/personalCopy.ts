import { record } from '../audit/record.ts'
import { mintScope, type Mode } from '../db/scope.ts'
import type { Call, Handler } from '../http/call.ts'
import { personalTables } from './personalTables.ts'

type Rows = { row: unknown }[]
const modes: readonly Mode[] = ['live', 'sandbox']

/**
 * A copy of everything that is kept of the caller as a person (GDPR, art. 15; reliability G10): every table of the data map under its name, as JSON, written
 * while it is read. Leaves a line in the trail.
 */
export const personalCopy: Handler<'personalCopy'> = async (call) => {
  const { house, caller, ip, requestId, now } = call
  await house.database.write(null, (db) =>
    record(db, {
      accountId: caller.accountId,
      merchantId: null,
      mode: null,
      userId: caller.userId,
      role: caller.ownRole ?? caller.role,
      ip,
      call: 'personalCopy',
      outcome: 'done',
      entity: 'user',
      entityId: caller.userId,
      requestId,
    }),
  )
  return { download: pieces(call), fileName: `mis-datos-${now.toISOString().slice(0, 10)}.json`, mediaType: 'application/json' }
}

async function* pieces(call: Call<'personalCopy'>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"made_at":${JSON.stringify(call.now.toISOString())}`)
  for (const [name, table] of Object.entries(personalTables)) {
    const rows = table.perShop ? await rowsOfShops(call, table.rows) : await rowsAbove(call, table.rows)
    yield Buffer.from(`,\n${JSON.stringify(name)}:${JSON.stringify(rows.map(({ row }) => row))}`)
  }
  yield Buffer.from('}\n')
}

type Asked = (typeof personalTables)[string]['rows']

const rowsAbove = ({ house, caller }: Call<'personalCopy'>, rows: Asked): Promise<Rows> =>
  house.database.read(null, (db) => db.rows(rows(caller.userId)))

async function rowsOfShops({ house, caller }: Call<'personalCopy'>, rows: Asked): Promise<Rows> {
  const found: Rows = []
  for (const merchantId of caller.merchantIds)
    for (const mode of modes)
      found.push(...(await house.database.read<Rows>(mintScope(merchantId, mode), (db) => db.rows(rows(caller.userId)))))
  return found
}
