import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from './sweep.ts'
import { startTestServer, type TestServer } from './testHouse.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('forgets first answers after 30 days and dead sessions, and nothing younger', async () => {
  await server.signIn('ownerA')
  await server.ownerSql(`insert into idempotency_keys (scope_hash, body_hash, status, created_at)
    select sha256(n::text::bytea), '', 201, now() - n * interval '1 day' from generate_series(25, 35) n`)
  await server.ownerSql(`insert into sign_in_failures (subject, failures, last_failed_at, locked_until)
    values ('ip:a', 3, now() - interval '2 days', null), ('ip:b', 3, now(), null), ('ip:c', 12, now() - interval '2 days', now() + interval '1 hour')`)
  await sweep(server.house)
  const [left] = await server.ownerSql<{
    keys: string
    failures: string
    sessions: string
  }>(`select (select count(*) from idempotency_keys) as keys,
    (select count(*) from sign_in_failures where subject in ('ip:a', 'ip:b', 'ip:c')) as failures, (select count(*) from sessions) as sessions`)
  expect(left).toEqual({ keys: '5', failures: '2', sessions: '1' })
  server.moveClock(40 * 86_400_000)
  await sweep(server.house)
  expect(await server.ownerSql('select 1 from idempotency_keys union all select 1 from sessions')).toEqual([])
})
