import type { KeyKind } from '#domain/merchants/apiKey'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { ids, personas } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'

export type TestKeys = Record<'live' | 'sandbox' | 'other', Record<KeyKind, string>>

/** A key of a shop, as issued by the panel. */
export async function issueTestKey({ services }: TestServer, merchantId: string, mode: Mode, kind: KeyKind): Promise<string> {
  const scope = mintScope(merchantId, mode)
  const issuing = { kind, by: personas.ownerA.id, now: services.now(), secrets: services.config.keySecrets }
  return (await services.database.write(scope, async (db) => issueKey(db, scope, issuing))).token
}

/** Keys of both kinds for both modes of a shop, and live ones of another merchant's shop (`other`). */
export async function issueTestKeys(server: TestServer, merchantId: string): Promise<TestKeys> {
  const both = async (shop: string, mode: Mode) => ({
    public: await issueTestKey(server, shop, mode, 'public'),
    private: await issueTestKey(server, shop, mode, 'private'),
  })
  return { live: await both(merchantId, 'live'), sandbox: await both(merchantId, 'sandbox'), other: await both(ids.merchantB1, 'live') }
}

export type ShopAsk = { key?: string; body?: unknown; sandbox?: boolean; headers?: Record<string, string> }
export type ShopAnswer = { status: number; headers: Headers; raw: string; body: ShopBody }
/** The untyped response, for assertions. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of thirty shapes, each checked against the contract by the server itself
type ShopBody = any

/** Calls as a plugin does, with a default key unless another is given. */
export function makeShop({ send }: Pick<TestServer, 'send'>, key: string) {
  return async function shop(
    method: string,
    path: string,
    { key: other = key, body, sandbox = false, headers = {} }: ShopAsk = {},
  ): Promise<ShopAnswer> {
    const answer = await send(method, path, {
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { authorization: `Bearer ${other}`, accept: `application/vnd.zeta${sandbox ? '.sandbox' : ''}.v1+json`, ...headers },
    })
    return { ...answer, body: answer.raw === '' ? null : JSON.parse(answer.raw) }
  }
}
export type Shop = ReturnType<typeof makeShop>
