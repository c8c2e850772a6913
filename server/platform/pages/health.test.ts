import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the addresses that programs know', () => {
  it('say who to tell of a weakness, for half a year', async () => {
    const { raw } = await server.send('GET', '/.well-known/security.txt')
    const { supportEmail } = server.services.config.brand
    const [contact, expires = ''] = raw.split('\n')
    expect(contact).toBe(`Contact: mailto:${supportEmail}`)
    const days = (Date.parse(expires.slice('Expires: '.length)) - server.services.now().getTime()) / 86_400_000
    expect(Math.ceil(days)).toBe(180)
  })

  it('send a password manager to the page that changes the password', async () => {
    const { status, headers } = await server.send('GET', '/.well-known/change-password')
    expect([status, headers.get('location')]).toEqual([302, '/settings/change-password'])
  })
})

describe('the health of the process', () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
    expect(JSON.parse((await server.send('GET', '/healthz')).raw)).toEqual({ status: 'ok', version })
  })

  it('is ready with a database and all migrations', async () => {
    const { raw } = await server.send('GET', '/readyz')
    expect(JSON.parse(raw)).toEqual({ status: 'ok', database: true, migrations: true, jobs: true, viruses: null, maintenance: null })
  })

  it('is not ready when a migration is missing', async () => {
    await server.ownerSql(`update schema_migrations set name = 'x' || name where name like '0001%'`)
    const answer = await server.send('GET', '/readyz')
    await server.ownerSql(`update schema_migrations set name = substr(name, 2) where name like 'x%'`)
    expect([answer.status, answer.raw]).toEqual([
      503,
      '{"status":"unavailable","database":true,"migrations":false,"jobs":true,"viruses":null,"maintenance":null}',
    ])
  })

  it('is not ready when its workers do not reach their queues', async () => {
    const { jobs } = server.services
    server.services.jobs = { ...jobs, ready: async () => false }
    const answer = await server.send('GET', '/readyz')
    server.services.jobs = jobs
    expect([answer.status, answer.raw]).toEqual([
      503,
      '{"status":"unavailable","database":true,"migrations":true,"jobs":false,"viruses":null,"maintenance":null}',
    ])
  })

  it('has metrics, for this machine and with the token', async () => {
    const { raw } = await server.send('GET', '/metrics')
    expect(raw).toMatch(/http_request_duration_seconds_count{call="page",status="200"} \d+[^]*^nodejs_heap_size_used_bytes \d+$/m)
    const elsewhere = async (headers: Record<string, string>) => (await server.send('GET', '/metrics', { headers })).status
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip']) expect(await elsewhere({ [name]: '203.0.113.1' })).toBe(403)
    const { metricsToken } = server.services.config
    const forwarded = { 'x-forwarded-for': '203.0.113.1' }
    expect(await elsewhere({ ...forwarded, authorization: `Bearer ${metricsToken}` })).toBe(200)
    for (const token of ['', metricsToken.slice(1)]) expect(await elsewhere({ ...forwarded, authorization: `Bearer ${token}` })).toBe(403)
  })

  it('the alerts and the dashboard name metrics that exist', async () => {
    await server.ownerSql(`insert into outbox (id, kind, subject, channel, due_at, created_at, done_at, state) values
      (gen_random_uuid(), 'notice_email', 'one', 'email', now() - interval '1 h', now(), null, 'pending'), (gen_random_uuid(), 'notice_email', 'two', 'email', now(), now(), now(), 'dead')`)
    const { raw } = await server.send('GET', '/metrics')
    await server.ownerSql('delete from outbox')
    const rules = readFileSync(join(import.meta.dirname, '../../../deploy/prometheus-alerts.yml'), 'utf8')
    const named = new Set([...rules.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+(?=[{[)]| [<>])/g)].map(([name]) => name))
    const { panels } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../deploy/grafana-dashboard.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const shown = new Set(
      panels.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) => [...expr.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+(?={)/g)].map(([name]) => name)),
      ),
    )
    expect([...shown].filter((name) => !raw.includes(`\n${name}`))).toEqual([])
    expect(shown.size).toBeGreaterThan(12)
    // Where the WAL is archived (server/embedded/walArchive.test.ts), and with a certificate (tools/alerts.night.test.ts).
    const elsewhere = ['backup_log_failures', 'backup_log_quiet_seconds', 'facturae_certificate_valid_seconds']
    expect([...named].filter((name) => !raw.includes(`\n${name}`)).toSorted()).toEqual(elsewhere)
    expect(named.size).toBeGreaterThan(8)
  })
})
