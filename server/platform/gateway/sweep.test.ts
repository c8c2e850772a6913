import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from './sweep.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('deletes stored answers and sessions after 30 days, and nothing younger', async () => {
  await server.signIn('ownerA')
  await server.ownerSql(`insert into idempotency_keys (scope_hash, body_hash, status, created_at)
    select sha256(n::text::bytea), '', 201, now() - n * interval '1 day' from generate_series(25, 35) n`)
  await server.ownerSql(`insert into sign_in_failures (subject, failures, last_failed_at, locked_until)
    values ('ip:a', 3, now() - interval '2 days', null), ('ip:b', 3, now(), null), ('ip:c', 12, now() - interval '2 days', now() + interval '1 hour')`)
  await sweep(server.services)
  const [left] = await server.ownerSql<{
    keys: string
    failures: string
    sessions: string
  }>(`select (select count(*) from idempotency_keys) as keys,
    (select count(*) from sign_in_failures where subject in ('ip:a', 'ip:b', 'ip:c')) as failures, (select count(*) from sessions) as sessions`)
  expect(left).toEqual({ keys: '5', failures: '2', sessions: '1' })
  server.moveClock(40 * 86_400_000)
  await sweep(server.services)
  expect(await server.ownerSql('select 1 from idempotency_keys union all select 1 from sessions')).toEqual([])
})

it('deletes expired continuations', async () => {
  for (const persona of ['ownerA', 'guestA'] as const) await server.signIn(persona)
  await server.ownerSql(
    `insert into continuations (user_id, id, session_id, token_hash, sealed, expires_at)
      select user_id, gen_random_uuid(), id, sha256('x'), 'x', now() + case when user_id = $1 then 1 else -1 end * interval '90 days' from sessions`,
    [personas.ownerA.id],
  )
  await sweep(server.services)
  expect(await server.ownerSql('select user_id from continuations')).toEqual([{ user_id: personas.ownerA.id }])
})

it('deletes the amount of an expired bank consent, and the consent a week later', async () => {
  await server.ownerSql(`insert into bank_consents (id, account_id, mode, document_hash, amount_cents, status, spare_cents, created_at, expires_at)
    select gen_random_uuid(), (select id from accounts limit 1), 'live', sha256(n::text::bytea), 100000, 'confirmed', 5000, now(), now() + n * interval '1 day' from unnest('{-60,-8,-1,60}'::int[]) n`)
  await sweep({ ...server.services, now: () => new Date() })
  const left = await server.ownerSql<{ spare_cents: string | null }>('select spare_cents from bank_consents order by expires_at')
  expect(left.map((row) => row.spare_cents)).toEqual([null, '5000'])
})

it('deletes access requests and decided entries of the queue of decisions after 400 days', async () => {
  await server.ownerSql(
    `insert into access_requests (id, account_id, user_id, asked_right, asked_at, expires_at)
      select gen_random_uuid(), $1, $2, 'right' || n, now(), now() - n * interval '1 day' from generate_series(399, 401, 2) n`,
    [ids.accountA, personas.guestA.id],
  )
  await server.ownerSql(`insert into manual_decisions (decision_id, merchant_id, mode, checkout_id, operation_id, kind, rule, amount_cents, product, since, until, closed_at)
    select gen_random_uuid(), gen_random_uuid(), 'live'::mode, gen_random_uuid(), gen_random_uuid(), 'review', 'r', n, 'pay_later', now(), now(), now() - n * interval '1 day'
    from unnest('{399,401}'::int[]) n union all select gen_random_uuid(), gen_random_uuid(), 'live'::mode, gen_random_uuid(), gen_random_uuid(), 'review', 'r', 1, 'pay_later',
      now() - interval '2 years', now(), null`)
  await sweep({ ...server.services, now: () => new Date() })
  expect(await server.ownerSql('select amount_cents::int as n from manual_decisions order by 1')).toEqual([{ n: 1 }, { n: 399 }])
  const left = await server.ownerSql<{ asked_right: string }>('select asked_right from access_requests')
  expect(left.map((row) => row.asked_right)).toEqual(['right399'])
})
