import { randomBytes, randomUUID } from 'node:crypto'
import { providerKeyFrom, providerScopes, type ProviderScope } from '#domain/provider/providerScopes'
import type { AnswerOf, BodyInput, PathParams, QueryInput } from '#contract/platform/endpoint'
import { providerApi, type ProviderApi, type ProviderCallName } from '#contract/providerApi'
import { toCamel, toSnake } from '../../platform/calls/wire.ts'
import { keyHash } from '../../platform/keys/issueKey.ts'
import type { TestServer } from '../testServices.ts'
import { addStaff } from './testStaff.ts'

/** A key of the provider's own systems; `token` is sent. */
export type TestProviderKey = { keyId: string; token: string }
type Making = { scopes?: readonly ProviderScope[]; networks?: readonly string[]; by?: string; name?: string }

/** Writes a key with these scopes, all by default, made by an administrator of its own unless `by` says who. */
export async function addProviderKey(
  server: Pick<TestServer, 'ownerSql' | 'services'>,
  { scopes = providerScopes, networks = [], by, name = 'Contabilidad' }: Making = {},
): Promise<TestProviderKey> {
  const [keyId, token] = [randomUUID(), providerKeyFrom(randomBytes(80))]
  const maker = by ?? (await addStaff(server, ['admin'])).staffId
  await server.ownerSql(
    'insert into provider_keys (id, name, key_hash, last_four, scopes, networks, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [keyId, name, keyHash(token), token.slice(-4), scopes, networks, server.services.wallClock(), maker],
  )
  return { keyId, token }
}

type Declared<N extends ProviderCallName> = ProviderApi[N]
type TestProviderCall<N extends ProviderCallName> = {
  params?: PathParams<Declared<N>>
  query?: QueryInput<Declared<N>>
  body?: BodyInput<Declared<N>>
  /** Idempotency-Key */
  key?: string
  headers?: Record<string, string>
}
type ProviderError = { type: string; message: string; fields?: Record<string, string | string[]>; requestId: string }
type TestProviderAnswer<N extends ProviderCallName> = {
  status: number
  headers: Headers
  raw: string
  body: AnswerOf<Declared<N>> & { confirmation?: { id: string; expiresAt: string } }
  error: ProviderError
}

/** One call of the provider's API over real HTTP, typed by the contract. */
export async function callProvider<N extends ProviderCallName>(
  { send }: Pick<TestServer, 'send'>,
  { token }: Pick<TestProviderKey, 'token'>,
  name: N,
  { params = {} as PathParams<Declared<N>>, query = {} as QueryInput<Declared<N>>, body, key, headers }: TestProviderCall<N> = {},
): Promise<TestProviderAnswer<N>> {
  const { method, path } = providerApi[name]
  const place = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent((params as Record<string, string>)[parameter] ?? ''),
  )
  const pairs = Object.entries(toSnake(query) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([parameter, value]): [string, string] => [parameter, String(value)])).toString()
  const answer = await send(method, search === '' ? place : `${place}?${search}`, {
    ...(body === undefined ? {} : { body: JSON.stringify(toSnake(body)) }),
    ...(key === undefined ? {} : { key }),
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const read = jsonOf(answer.raw) as { error?: ProviderError } | undefined
  return { ...answer, body: read as never, error: read?.error ?? ({} as never) } // checked against the contract by the server
}

function jsonOf(raw: string): unknown {
  try {
    return toCamel(JSON.parse(raw))
  } catch {
    return undefined
  }
}
