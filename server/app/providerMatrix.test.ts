import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { consoleCalls } from '#contract/consoleApi'
import { type NamedProviderCall, providerCalls } from '#contract/providerApi'
import { commonProviderErrors } from '#contract/providerApi/providerCall'
import { shopCalls } from '#contract/shopsApi'
import { providerScopes, type ProviderScope } from '#domain/provider/providerScopes'
import { staffRoles } from '#domain/provider/staff'
import { mintScope } from '../platform/database/scope.ts'
import { issueKey } from '../platform/keys/issueKey.ts'
import { addProviderKey, type TestProviderKey } from '../testing/provider/testProviderKey.ts'
import { addStaff, callConsole } from '../testing/provider/testStaff.ts'
import { ids, personas } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { around, fittingOf } from '../testing/testValues.ts'
import { hexOf } from '../platform/calls/wire.ts'
import { providerHandlers } from './providerHandlers.ts'

// Every call of the provider's API × the scopes of keys, by its declaration alone: a new call is taken in by itself.
const missing = 'f'.repeat(32)
let server: TestServer
/** A key with one scope, and one with every other. */
const keys = {} as Record<ProviderScope, TestProviderKey>
const others = {} as Record<ProviderScope, TestProviderKey>
beforeAll(async () => {
  server = await startTestServer()
  for (const scope of providerScopes) {
    keys[scope] = await addProviderKey(server, { scopes: [scope] })
    others[scope] = await addProviderKey(server, { scopes: providerScopes.filter((one) => one !== scope) })
  }
})
afterAll(() => server.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const sample = (schema: NamedProviderCall['body']): unknown => schema && fc.sample(fittingOf(schema), { numRuns: 1, seed: 11 })[0]
const addressOf = ({ path, query }: NamedProviderCall): string => {
  const filters = Object.entries((sample(query) ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const search =
    filters.length === 0 ? '' : `?${new URLSearchParams(filters.map(([name, value]): [string, string] => [name, String(value)]))}`
  return path.replaceAll(/\{\w+\}/g, missing) + search
}

type CallResult = { status: number; type: string | undefined; requestId: string; headers: Headers }
async function make(call: NamedProviderCall, headers: Record<string, string>): Promise<CallResult> {
  const body = call.method === 'GET' ? undefined : JSON.stringify(sample(call.body) ?? {})
  const answer = await server.send(call.method, addressOf(call), { ...(body === undefined ? {} : { body }), headers })
  const type = answer.status >= 400 ? (JSON.parse(answer.raw) as { error: { type: string } }).error.type : undefined
  return { status: answer.status, type, requestId: answer.headers.get('x-request-id') ?? '', headers: answer.headers }
}

describe('every call of the provider’s API', () => {
  it('is refused without a key, with a revoked one, and with the credentials of merchants, shops and staff', async () => {
    const owner = await server.as('ownerA')
    const admin = await addStaff(server, staffRoles)
    const scope = mintScope(ids.merchantA1, 'live')
    const issuing = {
      kind: 'private',
      by: personas.ownerA.id,
      secrets: server.services.config.keySecrets,
      now: server.services.now(),
    } as const
    const shopKey = await server.services.database.write(scope, async (db) => issueKey(db, scope, issuing))
    const revoked = await addProviderKey(server)
    // Accepted until then, and not from the next call on.
    expect((await server.send('GET', '/provider/v1/accounts', { headers: bearer(revoked.token) })).status).toBe(200)
    await callConsole(server, 'providerKeyRevoke', { as: admin, params: { keyId: hexOf(revoked.keyId) } })
    const strangers: Record<string, string>[] = [
      {},
      bearer(revoked.token),
      bearer(`${revoked.token.slice(0, -4)}0000`),
      { ...bearer(owner.accessToken), cookie: owner.cookie },
      bearer(shopKey.token),
      { cookie: admin.cookie },
      { ...bearer(admin.cookie.split('=')[1] ?? ''), cookie: admin.cookie },
    ]
    const wrong: string[] = []
    for (const call of providerCalls)
      for (const [nth, headers] of strangers.entries()) {
        const { status, type } = await make(call, headers)
        if (status !== 401 || type !== 'UnauthorizedException') wrong.push(`${call.name} by stranger ${nth}: ${status} ${type}`)
      }
    expect(wrong).toEqual([])
  })

  it('is refused from another network than the key’s', async () => {
    const [elsewhere, here] = [
      await addProviderKey(server, { networks: ['10.0.0.0/8', '2001:db8::/32'] }),
      await addProviderKey(server, { networks: ['10.0.0.0/8', '127.0.0.0/8'] }),
    ]
    const wrong: string[] = []
    for (const call of providerCalls) {
      const refused = await make(call, bearer(elsewhere.token))
      if (refused.status !== 403 || refused.type !== 'PermissionDenied') wrong.push(`${call.name}: ${refused.status} ${refused.type}`)
      const taken = await make(call, bearer(here.token))
      if (taken.type === 'PermissionDenied') wrong.push(`${call.name} from its own network`)
    }
    expect(wrong).toEqual([])
    const [row] = await server.ownerSql<{ used: boolean }>('select last_used_at is not null as used from provider_keys where id = $1', [
      elsewhere.keyId,
    ])
    expect(row?.used).toBe(false)
  })

  it('is open to the scope of its policy and to no other, never answers 5xx, and leaves the key', async () => {
    const wrong: string[] = []
    const lines = new Map<string, { cell: string; keyId: string }>()
    for (const call of providerCalls)
      for (const key of [keys[call.policy.scope], others[call.policy.scope]]) {
        const { status, type, requestId, headers } = await make(call, bearer(key.token))
        const isAllowed = key === keys[call.policy.scope]
        const cell = `${call.name} ${isAllowed ? 'with' : 'without'} ${call.policy.scope}: ${status} ${type ?? ''}`
        if (isAllowed === (type === 'PermissionDenied') || type === 'UnauthorizedException' || status >= 500) wrong.push(cell)
        const known: readonly string[] = [...commonProviderErrors, ...call.refusals]
        if (type !== undefined && !known.includes(type)) wrong.push(`${cell} is not declared`)
        if (!/^"key";r=\d+;t=\d+$/.test(headers.get('ratelimit') ?? '')) wrong.push(`${cell} does not say how many calls are left`)
        const isAudited = !isAllowed || (call.method !== 'GET' && type !== 'ApiValidationException' && type !== 'UnknownField')
        if (isAudited) lines.set(requestId, { cell, keyId: key.keyId })
      }
    expect(wrong).toEqual([])
    const rows = await server.ownerSql<{ request_id: string; key_id: string | null; staff_id: string | null; role: string }>(
      'select request_id, key_id, staff_id, role from audit_entries',
    )
    const written = new Map(rows.map((row) => [row.request_id, row]))
    const lost = [...lines].filter(([id, { keyId }]) => {
      const row = written.get(id)
      return row?.key_id !== keyId || row.staff_id !== null || row.role !== 'operator'
    })
    expect(lost.map(([, { cell }]) => cell)).toEqual([])
  })

  it('answers unexpected bodies and queries with an error of its own, never with 5xx', async () => {
    const { token } = await addProviderKey(server)
    const failed: string[] = []
    for (const call of providerCalls) {
      const isBody = call.method !== 'GET'
      for (const value of fc.sample(around(isBody ? call.body : call.query), { numRuns: 4, seed: 17 })) {
        const path = call.path.replaceAll(/\{\w+\}/g, missing)
        const search = new URLSearchParams(
          Object.entries((value ?? {}) as object).map(([name, one]): [string, string] => [name, JSON.stringify(one)]),
        )
        const sent = isBody ? { body: JSON.stringify(value) ?? '', headers: bearer(token) } : { headers: bearer(token) }
        const { status, raw } = await server.send(call.method, isBody ? path : `${path}?${search}`, sent)
        if (status >= 500) failed.push(`${call.name} ${JSON.stringify(value)}: ${status} ${raw}`)
      }
    }
    expect(failed).toEqual([])
  })

  it('that staff confirms is never done at once, and describes what it changes', async () => {
    const confirmable = providerCalls.filter(({ policy }) => policy.secondPerson !== 'never')
    expect(confirmable.length).toBeGreaterThan(0)
    expect(confirmable.flatMap(({ name }) => ('describe' in providerHandlers[name] ? [] : [name]))).toEqual([])
    const wrong: string[] = []
    for (const call of confirmable) {
      const { status } = await make(call, bearer(keys[call.policy.scope].token))
      if (status < 300 && status !== 202) wrong.push(`${call.name}: ${status}`)
      if (call.policy.secondPerson === 'never') continue
      for (const role of staffRoles.filter((one) => call.policy.secondPerson !== 'never' && !call.policy.confirmedBy.includes(one))) {
        const answer = await confirm(await store(call, keys[call.policy.scope]), await addStaff(server, [role]))
        if (answer !== 'PermissionDenied pending') wrong.push(`${call.name} confirmed by ${role}: ${answer}`)
      }
      const maker = await addStaff(server, call.policy.confirmedBy)
      const own = await confirm(await store(call, await addProviderKey(server, { by: maker.staffId })), maker)
      if (own !== 'RequestNotAllowed pending') wrong.push(`${call.name} confirmed by who made the key: ${own}`)
      const second = await addStaff(server, call.policy.confirmedBy)
      const gone = await addProviderKey(server)
      const narrowed = await addProviderKey(server, { scopes: providerScopes.filter((scope) => scope !== call.policy.scope) })
      await server.ownerSql('update provider_keys set revoked_at = now(), revoked_by = created_by where id = $1', [gone.keyId])
      for (const key of [gone, narrowed]) {
        const answer = await confirm(await store(call, key), second)
        if (answer !== 'RequestNotAllowed stale') wrong.push(`${call.name} of a key that may not make it: ${answer}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** A request of a call, as the gateway stores it. */
async function store({ name, path, body }: NamedProviderCall, { keyId }: TestProviderKey): Promise<string> {
  const id = randomUUID()
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [parameter, missing]))
  await server.ownerSql(
    `insert into staff_confirmations (id, call, params, body, entity, before, requested_key, requested_at, expires_at)
      values ($1, $2, $3, $4, 'matrix', '{"matrix": "another value"}', $5, $6, $6::timestamptz + interval '1 hour')`,
    [id, name, params, JSON.stringify(sample(body) ?? {}), keyId, server.services.now()],
  )
  return id
}
async function confirm(id: string, as: Awaited<ReturnType<typeof addStaff>>): Promise<string> {
  const { status, error } = await callConsole(server, 'staffConfirmationConfirm', { as, params: { confirmationId: hexOf(id) } })
  const [row] = await server.ownerSql<{ state: string }>('select state from staff_confirmations where id = $1', [id])
  return `${status >= 400 ? error.type : status} ${row?.state}`
}

describe('a key of the provider’s own systems', () => {
  it('is refused by the console, the back office and the shops’ API', async () => {
    const { token } = await addProviderKey(server)
    const taken: string[] = []
    const closed = [401, 403]
    for (const call of consoleCalls.filter(({ policy }) => policy.roles !== 'public').slice(0, 20))
      await tryAt(call.name, call.method, call.path)
    for (const call of calls.filter(({ policy, file }) => Array.isArray(policy.roles) && !file).slice(0, 40))
      await tryAt(call.name, call.method, call.path)
    for (const call of shopCalls) await tryAt(call.name, call.method, call.path)
    expect(taken).toEqual([])

    async function tryAt(name: string, method: string, path: string): Promise<void> {
      const headers = { ...bearer(token), accept: 'application/vnd.trastienda.v1+json' }
      const { status } = await server.send(method, path.replaceAll(/\{\w+\}/g, missing), { headers })
      if (!closed.includes(status)) taken.push(`${name}: ${status}`)
    }
  })
})
