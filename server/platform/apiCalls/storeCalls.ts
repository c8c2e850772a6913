import { shopsApi, type ShopCallName } from '#contract/shopsApi'
import type { ShopCall } from '#contract/platform/shopCall'
import { snakeKey } from '../calls/wire.ts'
import type { Connection, Database } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import type { AnsweredCall, Batch, HourCount } from './apiCallLog.ts'
import { maskBody, maskUrl, storable } from './maskRequest.ts'

/** Maximum stored characters of an error's body: an error has at most a message for each field. */
const maxAnswer = 16_384

type ShopBatch = { scope: Scope; calls: AnsweredCall[]; counts: HourCount[] }

/** Writes a batch, each shop's part in a transaction of its own, which waits for no disk: what a crash loses is a second of the log. */
export async function storeCalls(database: Database, { calls, counts }: Batch): Promise<void> {
  const shops = new Map<string, ShopBatch>()
  const shopOf = ({ merchantId, mode }: { merchantId: string; mode: string }): ShopBatch => {
    const name = `${merchantId}/${mode}`
    const known = shops.get(name) ?? { scope: mintScope(merchantId, mode as Mode), calls: [], counts: [] } // a key's own mode
    shops.set(name, known)
    return known
  }
  for (const count of counts.values()) shopOf(count).counts.push(count)
  for (const call of calls) shopOf(call.key).calls.push(call)
  for (const shop of shops.values()) {
    await database.write(shop.scope, async (db) => {
      db.send(sql`select set_config('synchronous_commit', 'off', true)`)
      if (shop.calls.length > 0) insertCalls(db, shop)
      addToHours(db, shop)
    })
  }
}

/** The parameters of each call's address, in their spelling on the wire. */
const declared = new Map<string, ReadonlySet<string>>()
function parametersOf(name: string): ReadonlySet<string> | null {
  if (!Object.hasOwn(shopsApi, name)) return null
  const known = declared.get(name)
  if (known) return known
  const { query, parameters = [] }: ShopCall = shopsApi[name as ShopCallName] // asked above
  const names = new Set([...parameters, ...Object.keys(query?.shape ?? {})])
  declared.set(name, names)
  return names
}

function insertCalls(db: Connection, { scope, calls }: ShopBatch): void {
  const rows = calls.map((call) => ({
    ...call,
    id: newId(call.at),
    url: maskUrl(call.url, parametersOf(call.call)),
    path: call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`),
    bytes: Buffer.byteLength(call.body),
    body: maskBody(call.body, call.isForm),
    answer: call.answer === null ? null : storable(call.answer, maxAnswer),
  }))
  db.send(sql`insert into api_calls (merchant_id, mode, id, request_id, key_id, called_at, call, method, path, url, status, error_type, ms, request_bytes, request_body, answer)
    select ${scope.merchantId}, ${scope.mode}, c.* from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ requestId }) => requestId)}::uuid[],
      ${rows.map(({ key }) => key.keyId)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ call }) => call)}::text[],
      ${rows.map(({ method }) => method)}::text[], ${rows.map(({ path }) => path)}::text[], ${rows.map(({ url }) => url)}::text[],
      ${rows.map(({ status }) => status)}::int[], ${rows.map(({ errorType }) => errorType)}::text[], ${rows.map(({ ms }) => ms)}::int[],
      ${rows.map(({ bytes }) => bytes)}::int[], ${rows.map(({ body }) => body)}::text[], ${rows.map(({ answer }) => answer)}::text[]) c`)
}

function addToHours(db: Connection, { scope, counts }: ShopBatch): void {
  db.send(sql`insert into api_call_hours as h (merchant_id, mode, hour, key_id, call, method, status, error_type, calls)
    select ${scope.merchantId}, ${scope.mode}, c.* from unnest(${counts.map(({ hour }) => hour)}::timestamptz[], ${counts.map(({ keyId }) => keyId)}::uuid[],
      ${counts.map(({ call }) => call)}::text[], ${counts.map(({ method }) => method)}::text[], ${counts.map(({ status }) => status)}::int[],
      ${counts.map(({ errorType }) => errorType)}::text[], ${counts.map(({ calls }) => calls)}::int[]) c order by 3, 4, 5, 6, 7, 8
    on conflict (merchant_id, mode, hour, key_id, call, method, status, error_type) do update set calls = h.calls + excluded.calls`)
}
