import { randomUUID } from 'node:crypto'
import { consoleApi, type ConsoleApi, type ConsoleCallName } from '#contract/consoleApi'
import type { AnswerOf, BodyInput, PathParams, QueryInput } from '#contract/platform/endpoint'
import type { StaffRole } from '#domain/provider/staff'
import { toCamel, toSnake } from '../../platform/calls/wire.ts'
import { newStaffToken, staffCookieName, staffTokenHash } from '../../platform/consoleGateway/consoleCookie.ts'
import { testHash, testPassword } from '../testFixture.ts'
import type { TestAnswer, TestServer } from '../testServices.ts'

/** A member of staff with an open session; `cookie` is `name=value`. */
export type TestStaff = { staffId: string; email: string; sessionId: string; cookie: string }

type Declared<N extends ConsoleCallName> = ConsoleApi[N]
export type TestConsoleCall<N extends ConsoleCallName> = {
  params?: PathParams<Declared<N>>
  query?: QueryInput<Declared<N>>
  body?: BodyInput<Declared<N>>
  as?: TestStaff | undefined
  /** Idempotency-Key */
  key?: string
  headers?: Record<string, string>
}
/** `body` is the contract's response, or at 202 `{ confirmation: { id, expiresAt } }`; `error` the refusal. */
export type TestConsoleAnswer<N extends ConsoleCallName> = Omit<TestAnswer<'me'>, 'body'> & {
  body: AnswerOf<Declared<N>> & { confirmation?: { id: string; expiresAt: string } }
}

/**
 * Writes a member of staff with these roles, past every invitation and password, with an open session. Name and address may be given; the password is
 * `testPassword`, and there is no valid authenticator (sign-in itself is tested in `server/provider/staff`).
 */
export async function addStaff(
  { ownerSql, services }: Pick<TestServer, 'ownerSql' | 'services'>,
  roles: readonly StaffRole[],
  { email = `${randomUUID()}@provider.test`, firstName = 'Pilar', lastName = 'Soto' } = {},
): Promise<TestStaff> {
  const [staffId, sessionId, token, now] = [randomUUID(), randomUUID(), newStaffToken(), services.wallClock()]
  await ownerSql(
    `insert into staff (id, email, first_name, last_name, roles, password_hash, sealed_secret, created_at, joined_at) values ($1, $2, $3, $4, $5, $6, '\\x00', $7, $7)`,
    [staffId, email, firstName, lastName, roles, testHash(testPassword), now],
  )
  await ownerSql(
    `insert into staff_sessions (id, staff_id, token_hash, ip, user_agent, created_at, active_at, expires_at) values ($1, $2, $3, '127.0.0.1', 'test', $4, $4, $5)`,
    [sessionId, staffId, staffTokenHash(token), now, new Date(now.getTime() + 12 * 3_600_000)],
  )
  return { staffId, email, sessionId, cookie: `${staffCookieName(services.config)}=${token}` }
}

function addressOf(path: string, params: Record<string, string>, query: Record<string, unknown>): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(toSnake(query) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return search === '' ? place : `${place}?${search}`
}

const jsonOf = (raw: string): unknown => {
  try {
    return toCamel(JSON.parse(raw))
  } catch {
    return undefined
  }
}

/** One call of the console over real HTTP, typed by the contract. */
export async function callConsole<N extends ConsoleCallName>(
  { send }: Pick<TestServer, 'send'>,
  name: N,
  { params = {} as PathParams<Declared<N>>, query = {} as QueryInput<Declared<N>>, body, as: staff, key, headers }: TestConsoleCall<N> = {},
): Promise<TestConsoleAnswer<N>> {
  const { method, path } = consoleApi[name]
  const answer = await send(method, addressOf(path, params, query as Record<string, unknown>), {
    ...(body === undefined ? {} : { body: JSON.stringify(toSnake(body)) }),
    ...(key === undefined ? {} : { key }),
    headers: { ...(staff && { cookie: staff.cookie }), ...headers },
  })
  const read = jsonOf(answer.raw) as { error?: TestAnswer<'me'>['error'] } | undefined
  return { ...answer, body: read as never, error: read?.error ?? ({} as never) } // checked against the contract by the server
}
