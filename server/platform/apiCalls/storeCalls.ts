import { shopsApi, type ShopCallName } from '#contract/shopsApi'
import type { ShopCall } from '#contract/platform/shopCall'
import { snakeKey } from '../calls/wire.ts'
import type { Connection, Database } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import type { AnsweredCall, Batch, HourCount } from './callBatch.ts'
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

/** Rows are sent as JSON, which costs a tenth of arrays of parameters. */
function insertCalls(db: Connection, { scope, calls }: ShopBatch): void {
  const rows = calls.map(({ key, at, call, path, url, body, isForm, answer, ...same }) => ({
    ...same,
    id: newId(at),
    key: key.keyId,
    at,
    call,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`),
    url: maskUrl(url, parametersOf(call)),
    bytes: Buffer.byteLength(body),
    body: maskBody(body, isForm),
    answer: answer === null ? null : storable(answer, maxAnswer),
  }))
  db.send(sql`insert into api_calls (merchant_id, mode, id, request_id, key_id, called_at, call, method, path, url, status, error_type, ms, request_bytes, request_body, answer)
    select ${scope.merchantId}, ${scope.mode}, c.id, c."requestId", c.key, c.at, c.call, c.method, c.path, c.url, c.status, c."errorType", c.ms, c.bytes, c.body, c.answer
    from json_to_recordset(${JSON.stringify(rows)}::json) as c (id uuid, "requestId" uuid, key uuid, at timestamptz, call text, method text, path text, url text,
      status int, "errorType" text, ms int, bytes int, body text, answer text)`)
}

function addToHours(db: Connection, { scope, counts }: ShopBatch): void {
  db.send(sql`insert into api_call_hours as h (merchant_id, mode, hour, key_id, call, method, status, error_type, calls)
    select ${scope.merchantId}, ${scope.mode}, c.hour, c."keyId", c.call, c.method, c.status, c."errorType", c.calls
    from json_to_recordset(${JSON.stringify(counts)}::json) as c (hour timestamptz, "keyId" uuid, call text, method text, status int, "errorType" text, calls int)
    order by 3, 4, 5, 6, 7, 8
    on conflict (merchant_id, mode, hour, key_id, call, method, status, error_type) do update set calls = h.calls + excluded.calls`)
}
