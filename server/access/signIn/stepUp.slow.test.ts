import { afterEach, beforeEach, expect, it } from 'vitest'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'

let server: TestServer
let session: TestSession
beforeEach(async () => {
  server = await startTestServer()
  session = await server.signIn('ownerA')
})
afterEach(() => server.close())

const stepUp = (password = testPassword, as = session) => server.call('meStepUp', { body: { password }, as })
/** The outcome of a call that requires step-up, for a persona's most recent session. */
async function sensitiveCall(email: string = personas.ownerA.email): Promise<string> {
  const [row] = await server.ownerSql<{ id: string; user_id: string }>(
    'select s.id, s.user_id from sessions s join users u on u.id = s.user_id where u.email = $1 order by s.created_at desc limit 1',
    [email],
  )
  const caller = {
    sessionId: row?.id ?? '',
    userId: row?.user_id ?? '',
    accountId: ids.accountA,
    role: 'owner',
    merchantIds: new Set<string>(),
    disabled: false,
    mustAddFactor: false,
    withheld: new Set<string>(),
    sandboxOnly: false,
    undoSeconds: 20,
    memberships: [],
  } as const
  const now = server.services.now()
  return server.services.database.read(null, (db) =>
    requireStepUp(db, caller, now).then(
      () => 'fresh',
      (error: { type: string }) => error.type,
    ),
  )
}

it('a step-up is valid for five minutes and for this session only', async () => {
  expect(await sensitiveCall()).toBe('StepUpRequired')
  server.stopClock()
  expect((await stepUp()).status).toBe(204)
  expect(await sensitiveCall()).toBe('fresh')
  server.moveClock(4 * 60_000 + 50_000)
  expect(await sensitiveCall()).toBe('fresh')
  server.moveClock(11_000)
  expect(await sensitiveCall()).toBe('StepUpRequired')
  server.startClock()

  expect((await stepUp(testPassword, await server.signIn('ownerA'))).status).toBe(204)
  expect(await sensitiveCall()).toBe('fresh')
  await server.signIn('ownerA')
  expect(await sensitiveCall()).toBe('StepUpRequired')
})

it('a wrong password confirms nothing, ends no session, and counts with those of every other form', async () => {
  const wrong = await stepUp('no es esta')
  expect([wrong.status, wrong.error.fields?.[0]]).toEqual([400, { name: 'password', code: 'wrong', message: expect.any(String) }])
  expect(await sensitiveCall()).toBe('StepUpRequired')
  expect((await server.call('me', { as: session })).status).toBe(200)
  await server.call('passwordChange', { as: session, body: { oldPassword: 'no', newPassword1: 'x', newPassword2: 'x' } })
  for (let at = 0; at < 3; at += 1) await stepUp('no es esta')
  const waits = await stepUp()
  expect([waits.status, Number(waits.headers.get('retry-after')) > 0]).toEqual([429, true])
  server.moveClock(6_000)
  expect((await stepUp()).status).toBe(204)
  expect(await server.ownerSql("select from sign_in_failures where subject like 'user:%'")).toEqual([])
})

it('fifty simultaneous guesses are limited like consecutive ones', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => stepUp(`otra-${at}`)))
  const guessed = answers.filter(({ status }) => status === 400).length
  expect(guessed).toBeLessThanOrEqual(5)
  expect(answers.every(({ status }) => [400, 429].includes(status))).toBe(true)
})

it('a step-up leaves an audit entry for each attempt, without the password', async () => {
  await stepUp('no es esta')
  await stepUp()
  const lines = await server.ownerSql<{ outcome: string; text: string }>(
    "select outcome, to_jsonb(a)::text as text from audit_entries a where call = 'meStepUp' order by seq",
  )
  expect(lines.map(({ outcome }) => outcome)).toEqual(['ApiValidationException', 'done'])
  for (const { text } of lines) expect(text).not.toMatch(/no es esta|clave de prueba/)
})

it('a step-up stores nothing that passwords could be tested against', async () => {
  const answer = await server.call('meStepUp', { body: { password: testPassword }, as: session, key: 'step-up' })
  expect(answer.status).toBe(204)
  const keys = await server.ownerSql('select from idempotency_keys')
  const guessed = await server.ownerSql(`select from idempotency_keys where body_hash in (sha256($1), sha256($2))`, [
    JSON.stringify({ password: testPassword }),
    testPassword,
  ])
  expect([keys.length, guessed.length]).toEqual([1, 0])
})
