import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type Embedded } from '../../embedded/embedded.ts'
import { appRole } from '../../embedded/newCluster.ts'
import { assertSafeDatabase } from './assertSafeDatabase.ts'
import { withClient } from './withClient.ts'

// Debian's PgBouncer; without it there is nothing to try.
const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

let folder: string
let server: Embedded

beforeAll(async () => {
  if (!hasPooler) return
  folder = mkdtempSync(join(tmpdir(), 'trastienda-test-'))
  server = await startEmbedded({ dataDir: folder, log: () => {} })
})
afterAll(async () => {
  await server?.stop()
  if (hasPooler) rmSync(folder, { recursive: true, force: true })
})

type Pooler = { settings: Readonly<Record<string, string>>; query?: string; host?: string }

/** What the start says to a database behind PgBouncer with these settings, at an address with this query. */
async function behindPooler(place: string, { settings, query = `host=${place}`, host = 'localhost' }: Pooler): Promise<string> {
  const upstream = new URL(server.appUrl)
  const [socket, port] = [upstream.searchParams.get('host') ?? upstream.hostname, await freePort()]
  const all = { listen_port: port, unix_socket_dir: place, auth_type: 'trust', auth_file: join(place, 'users'), ...settings }
  writeFileSync(join(place, 'users'), `"${appRole}" "${decodeURIComponent(upstream.password)}"\n`)
  writeFileSync(
    join(place, 'pgbouncer.ini'),
    `[databases]\ntrastienda = host=${socket} port=${upstream.port || 5432} dbname=trastienda\n[pgbouncer]\n${Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  const pooler = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), join(place, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    for await (const piece of pooler.stderr) if (String(piece).includes('process up')) break
    return await assertSafeDatabase(`postgres://${appRole}@${host}:${port}/trastienda?${query}`, { embedded: false }).then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  } finally {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
  }
}

/** A folder that PgBouncer's account may write. */
async function inFolder(work: (place: string) => Promise<void>): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'trastienda-pooler-'))
  chmodSync(place, 0o777)
  await work(place).finally(() => rmSync(place, { recursive: true, force: true }))
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

test.skipIf(!hasPooler)('a pooler that shares sessions is refused in one line, however it treats the settings of a connection', () =>
  inFolder(async (place) => {
    const refusalOf = (settings: Pooler['settings']) => behindPooler(place, { settings })
    expect(await refusalOf({ pool_mode: 'transaction' })).toMatch(/^ConfigProblem: [^\n]*refuses the settings of a connection[^\n]*$/)
    const ignoring = { pool_mode: 'transaction', ignore_startup_parameters: 'options' }
    expect(await refusalOf(ignoring)).toMatch(/^ConfigProblem: [^\n]*shares sessions[^\n]*$/)
    // The role brings the settings itself: what is left are the sessions.
    await withClient(server.ownerUrl, (client) => client.query(`alter role ${appRole} set search_path = trastienda`))
    expect(await refusalOf(ignoring)).toMatch(/shares sessions/)
    expect(await refusalOf({ ...ignoring, default_pool_size: '1' })).toMatch(/shares sessions/)
    expect(await refusalOf({ ...ignoring, pool_mode: 'session' })).toBe('accepted')
  }),
)

test.skipIf(!hasPooler)('a certificate of an own authority is accepted with sslrootcert, for its host alone', () =>
  inFolder(async (place) => {
    const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate])
    chmodSync(key, 0o644)
    const settings = {
      pool_mode: 'session',
      ignore_startup_parameters: 'options',
      listen_addr: '127.0.0.1',
      unix_socket_dir: '',
      client_tls_sslmode: 'require',
      client_tls_key_file: key,
      client_tls_cert_file: certificate,
    }
    const at = (query: string, host?: string) => behindPooler(place, { settings, query, ...(host !== undefined && { host }) })
    expect(await at('sslmode=verify-full')).toMatch(/^ConfigProblem: [^\n]*signed by itself: add sslrootcert=<file>[^\n]*$/)
    expect(await at(`sslmode=verify-full&sslrootcert=${certificate}`)).toBe('accepted')
    expect(await at(`sslmode=verify-full&sslrootcert=${certificate}`, '127.0.0.1')).toMatch(/certificate is for another host/)
  }),
)
