import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleCalls, type NamedConsoleCall } from '#contract/consoleApi'
import { commonConsoleErrors } from '#contract/provider/consoleCall'
import { staffRoles, type StaffRole } from '#domain/provider/staff'
import { addStaff, callConsole, type TestStaff } from '../testing/provider/testStaff.ts'
import { startTestServer, type TestServer, type TestSession } from '../testing/testServices.ts'
import { around, fittingOf } from '../testing/testValues.ts'
import { hexOf } from '../platform/calls/wire.ts'
import { consoleHandlers } from './consoleHandlers.ts'

// Every call of the console × who makes it, by its declaration alone: a new call is taken in by itself.
const missing = 'f'.repeat(32)
let server: TestServer
let owner: TestSession
const staff = {} as Record<StaffRole, TestStaff>
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.as('ownerA')
  for (const role of staffRoles) staff[role] = await addStaff(server, [role], { firstName: role })
  await addStaff(server, ['admin'])
})
afterAll(() => server.close())

const signedInCalls = consoleCalls.filter(({ policy }) => policy.roles !== 'public')
const rolesOf = ({ policy }: NamedConsoleCall): readonly StaffRole[] => (policy.roles === 'public' ? [] : policy.roles)
const mayConfirm = (call: NamedConsoleCall, role: StaffRole): boolean =>
  rolesOf(call).includes(role) || (call.policy.roles !== 'public' && (call.policy.confirmedBy ?? []).includes(role))
/** Ends the session that makes it. */
const endsSession = new Set(['staffSignOut'])
const confirmable = consoleCalls.filter(({ policy }) => policy.roles !== 'public' && policy.secondPerson !== 'never')

const sample = (schema: NamedConsoleCall['body']): unknown => schema && fc.sample(fittingOf(schema), { numRuns: 1, seed: 11 })[0]
const searchOf = ({ query }: NamedConsoleCall): string => {
  const filters = Object.entries((sample(query) ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return filters.length === 0 ? '' : `?${new URLSearchParams(filters.map(([name, value]): [string, string] => [name, String(value)]))}`
}

type CallResult = { status: number; type: string | undefined; requestId: string }
async function make(call: NamedConsoleCall, headers: Record<string, string>): Promise<CallResult> {
  const path = call.path.replaceAll(/\{\w+\}/g, missing) + searchOf(call)
  const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : JSON.stringify(sample(call.body) ?? {})
  const answer = await server.send(call.method, path, { ...(body === undefined ? {} : { body }), headers })
  const error = answer.status >= 400 ? (JSON.parse(answer.raw) as { error: { type: string } }).error.type : undefined
  return { status: answer.status, type: error, requestId: answer.headers.get('x-request-id') ?? '' }
}

describe('every call of the console', () => {
  it('is refused without a session, and with that of a merchant, under any name of the cookie', async () => {
    const [name, token] = owner.cookie.split('=')
    const strangers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${owner.accessToken}`, cookie: `${name}=${token}` },
      { authorization: `Bearer ${owner.accessToken}`, cookie: `staff=${token}` },
      { cookie: `__Host-staff=${token}; staff=${'A'.repeat(43)}` },
    ]
    const wrong: string[] = []
    for (const call of signedInCalls)
      for (const [nth, headers] of strangers.entries()) {
        const { status, type } = await make(call, headers)
        if (status !== 403 || type !== 'NotAuthenticated') wrong.push(`${call.name} by stranger ${nth}: ${status} ${type}`)
      }
    expect(wrong).toEqual([])
  })

  it('is open to the roles of its policy and to no other, never answers 5xx, and leaves the name of the member of staff', async () => {
    const wrong: string[] = []
    const lines = new Map<string, { cell: string; staffId: string }>()
    for (const call of signedInCalls) {
      if (endsSession.has(call.name)) continue
      for (const role of staffRoles) {
        const { status, type, requestId } = await make(call, { cookie: staff[role].cookie })
        const cell = `${call.name} by ${role}: ${status} ${type ?? ''}`
        const isAllowed = rolesOf(call).includes(role)
        if (isAllowed === (type === 'PermissionDenied') || type === 'NotAuthenticated' || status >= 500) wrong.push(cell)
        const known: readonly string[] = [...commonConsoleErrors, ...call.refusals]
        if (type !== undefined && !known.includes(type)) wrong.push(`${cell} is not declared`)
        const isAudited = !isAllowed || (call.method !== 'GET' && type !== 'ApiValidationException' && type !== 'UnknownField')
        if (isAudited) lines.set(requestId, { cell, staffId: staff[role].staffId })
      }
    }
    expect(wrong).toEqual([])
    const rows = await server.ownerSql<{ request_id: string; staff_id: string | null; role: string }>(
      'select request_id, staff_id, role from audit_entries',
    )
    const written = new Map(rows.map((row) => [row.request_id, row]))
    const lost = [...lines].filter(([id, { staffId }]) => written.get(id)?.staff_id !== staffId || written.get(id)?.role !== 'operator')
    expect(lost.map(([, { cell }]) => cell)).toEqual([])
  })

  it('answers unexpected bodies and queries with an error of its own, never with 5xx', async () => {
    const everyRole = await addStaff(server, staffRoles)
    const failed: string[] = []
    for (const call of consoleCalls) {
      if (endsSession.has(call.name)) continue
      const isBody = call.method !== 'GET'
      const bodies = fc.sample(around(isBody ? call.body : call.query), { numRuns: 4, seed: 17 })
      for (const value of bodies) {
        const path = call.path.replaceAll(/\{\w+\}/g, missing)
        const search = new URLSearchParams(
          Object.entries((value ?? {}) as object).map(([name, one]): [string, string] => [name, JSON.stringify(one)]),
        )
        const headers = { cookie: everyRole.cookie }
        const sent = isBody ? { body: JSON.stringify(value) ?? '', headers } : { headers }
        const { status, raw } = await server.send(call.method, isBody ? path : `${path}?${search}`, sent)
        if (status >= 500) failed.push(`${call.name} ${JSON.stringify(value)}: ${status} ${raw}`)
      }
    }
    expect(failed).toEqual([])
  })

  it('refuses writes from pages of other origins', async () => {
    const { cookie } = staff.admin
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    const wrong: string[] = []
    for (const call of consoleCalls.filter(({ method }) => method !== 'GET'))
      for (const headers of foreign) {
        const { status, type } = await make(call, { cookie, ...headers })
        if (status !== 403 || type !== 'PermissionDenied') wrong.push(`${call.name} with ${JSON.stringify(headers)}: ${status} ${type}`)
      }
    expect(wrong).toEqual([])
  })

  it('without a session is one of those that sign in or set up', () => {
    expect(consoleCalls.flatMap(({ name, policy }) => (policy.roles === 'public' ? [name] : [])).toSorted()).toEqual([
      'consoleSignInOptions',
      'staffLinkOpen',
      'staffLinkUse',
      'staffOpenidFinish',
      'staffOpenidStart',
      'staffSignIn',
    ])
  })
})

type Stored = { by: TestStaff; before?: unknown }
/** A request of a call, as the gateway stores it. */
async function store({ name, path, body }: NamedConsoleCall, { by, before = { matrix: 'another value' } }: Stored): Promise<string> {
  const id = randomUUID()
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [parameter, missing]))
  await server.ownerSql(
    `insert into staff_confirmations (id, call, params, body, entity, before, requested_by, requested_at, expires_at)
      values ($1, $2, $3, $4, 'matrix', $5, $6, $7, $7::timestamptz + interval '1 hour')`,
    [id, name, params, JSON.stringify(sample(body) ?? {}), JSON.stringify(before), by.staffId, server.services.now()],
  )
  return id
}
const confirm = async (id: string, as: TestStaff) => {
  const { status, error } = await callConsole(server, 'staffConfirmationConfirm', { as, params: { confirmationId: hexOf(id) } })
  const [row] = await server.ownerSql<{ state: string }>('select state from staff_confirmations where id = $1', [id])
  return `${status >= 400 ? error.type : status} ${row?.state}`
}

describe('every call for a second person', () => {
  it('describes what it changes', () => {
    expect(confirmable.length).toBeGreaterThan(0)
    expect(confirmable.flatMap(({ name }) => ('describe' in consoleHandlers[name] ? [] : [name]))).toEqual([])
  })

  it('is never done at once', async () => {
    const wrong: string[] = []
    for (const call of confirmable)
      for (const role of rolesOf(call)) {
        const { status } = await make(call, { cookie: staff[role].cookie })
        if (status < 300 && status !== 202) wrong.push(`${call.name} by ${role}: ${status}`)
      }
    expect(wrong).toEqual([])
  })

  it('cannot be confirmed by who requested it, nor by a role that may not make it', async () => {
    const wrong: string[] = []
    for (const call of confirmable) {
      const requester = await addStaff(server, rolesOf(call))
      const own = await confirm(await store(call, { by: requester }), requester)
      if (own !== 'RequestNotAllowed pending') wrong.push(`${call.name} by its requester: ${own}`)
      for (const role of staffRoles.filter((one) => !mayConfirm(call, one))) {
        const answer = await confirm(await store(call, { by: requester }), staff[role])
        if (answer !== 'PermissionDenied pending') wrong.push(`${call.name} by ${role}: ${answer}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('cannot be confirmed for a requester who was disabled or lost the roles, nor when the value is another one', async () => {
    const wrong: string[] = []
    for (const call of confirmable) {
      const [disabled, demoted, present] = await Promise.all([1, 2, 3].map(() => addStaff(server, rolesOf(call))))
      const second = await addStaff(server, rolesOf(call))
      const others = staffRoles.filter((role) => !rolesOf(call).includes(role))
      await server.ownerSql('update staff set disabled_at = now() where id = $1', [disabled?.staffId])
      if (others.length > 0) await server.ownerSql('update staff set roles = $2 where id = $1', [demoted?.staffId, others])
      for (const requester of others.length > 0 ? [disabled, demoted] : [disabled]) {
        const answer = requester && (await confirm(await store(call, { by: requester }), second))
        if (answer !== 'RequestNotAllowed stale') wrong.push(`${call.name} of somebody without the role: ${answer}`)
      }
      const stale = present && (await confirm(await store(call, { by: present }), second))
      // The call may refuse by itself what is not there.
      if (stale === undefined || /^2|confirmed$/.test(stale)) wrong.push(`${call.name} with another value: ${stale}`)
    }
    expect(wrong).toEqual([])
  })
})
