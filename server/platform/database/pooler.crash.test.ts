import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** What the start says to a database behind PgBouncer with these settings. */
async function behindPooler(settings: Readonly<Record<string, string>>): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'trastienda-pooler-'))
  chmodSync(place, 0o777)
  const upstream = new URL(server.appUrl)
  const host = upstream.searchParams.get('host') ?? upstream.hostname
  const all = {
    listen_port: 6432,
    unix_socket_dir: place,
    auth_type: 'trust',
    auth_file: join(place, 'users'),
    ...settings,
  }
  writeFileSync(join(place, 'users'), `"${appRole}" "${decodeURIComponent(upstream.password)}"\n`)
  writeFileSync(
    join(place, 'pgbouncer.ini'),
    `[databases]\ntrastienda = host=${host} port=${upstream.port || 5432} dbname=trastienda\n[pgbouncer]\n${Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  const pooler = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), join(place, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    for await (const piece of pooler.stderr) if (String(piece).includes('process up')) break
    return await assertSafeDatabase(`postgres://${appRole}@localhost:6432/trastienda?host=${place}`, { embedded: false }).then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  } finally {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
    rmSync(place, { recursive: true, force: true })
  }
}

test.skipIf(!hasPooler)(
  'a pooler that shares sessions is refused in one line, however it treats the settings of a connection',
  async () => {
    expect(await behindPooler({ pool_mode: 'transaction' })).toMatch(/^ConfigProblem: [^\n]*refuses the settings of a connection[^\n]*$/)
    const ignoring = { pool_mode: 'transaction', ignore_startup_parameters: 'options' }
    expect(await behindPooler(ignoring)).toMatch(/^ConfigProblem: [^\n]*shares sessions[^\n]*$/)
    // The role brings the settings itself: what is left are the sessions.
    await withClient(server.ownerUrl, (client) => client.query(`alter role ${appRole} set search_path = trastienda`))
    expect(await behindPooler(ignoring)).toMatch(/shares sessions/)
    expect(await behindPooler({ ...ignoring, default_pool_size: '1' })).toMatch(/shares sessions/)
    expect(await behindPooler({ ...ignoring, pool_mode: 'session' })).toBe('accepted')
  },
)
