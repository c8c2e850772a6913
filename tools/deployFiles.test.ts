import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../server/platform/config/config.ts'
import { settings } from '../server/platform/config/settings.ts'

const folder = join(import.meta.dirname, '../deploy')
const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8')

it('every file that compose.yaml mounts is there; the certificate is the operator’s', () => {
  const mounted = [...compose.matchAll(/'\.\/([\w.-]+):/g)].map(([, name]) => name ?? '')
  expect(mounted.length).toBeGreaterThan(2)
  expect(mounted.filter((name) => !existsSync(join(folder, name)))).toEqual(['certificates'])
})

it('compose.yaml names its variables as Debian’s podman-compose reads them: an empty default or message is left as it stands', () => {
  expect(compose).toMatch(/\$\{\w+:\?[^}]/)
  expect(compose).not.toMatch(/\$\{\w+:?[-?]\}/)
})

it('compose.yaml sets settings that exist, with which the server starts', () => {
  const [, block = ''] = /environment: &settings\n((?: {4}\w.*\n)+)/.exec(compose) ?? []
  const variables = Object.fromEntries(
    [...block.matchAll(/^ +(\w+): '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{\w+:.*?\}/g, 'x'.repeat(40)),
    ]),
  )
  expect(Object.keys(variables).filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  const unset = { SMTP_URL: '', SESSION_SECRET_FALLBACKS: '', KEY_ENCRYPTION_KEY_FALLBACKS: '' }
  const { workers, erasuresDir, databaseUrl } = loadConfig({ ...variables, PUBLIC_URL: 'https://tienda.example', ...unset })
  expect([workers, erasuresDir, databaseUrl]).toEqual([false, '/var/lib/trastienda/erasures', variables.DATABASE_URL])
})

it('the runbook says of every alert what to do', () => {
  const alerts = [...readFileSync(join(folder, 'prometheus-alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
  const runbook = readFileSync(join(folder, '../docs/runbook.md'), 'utf8')
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([])
})

describe('the service', () => {
  const unit = readFileSync(join(folder, 'trastienda.service'), 'utf8')
  // As installed, but with the project as its home and, for who waits in vain, without a wait.
  const command = readFileSync(join(folder, 'trastienda'), 'utf8')
    .replace(/^home=.*$/m, `home='${join(folder, '..')}'`)
    .replace(/^if .* setpriv .*$/m, '')
    .replace('+ 120', '+ 0')
  /** The exit status of the command. */
  const run = async (args: readonly string[], env: Record<string, string>): Promise<number | null> => {
    const child = spawn('sh', ['-c', command, 'trastienda', ...args], {
      env: { ...process.env, NODE_COMPILE_CACHE: '', ...env },
      stdio: 'ignore',
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }
  const opened: Server[] = []
  /** A server that answers so at each path, or as is set meanwhile; which paths were asked for. */
  const serve = async (host: string, answers: Record<string, number>): Promise<{ port: string; paths: Set<string> }> => {
    const paths = new Set<string>()
    const server = createServer(({ url = '' }, response) => {
      paths.add(url)
      response.writeHead(answers[url] ?? 404).end()
    })
    opened.push(server)
    await once(server.listen(0, host), 'listening')
    return { port: String((server.address() as AddressInfo).port), paths }
  }
  afterEach(() => {
    for (const server of opened.splice(0)) server.close().closeAllConnections()
  })
  const alive = String(process.pid)

  it('waits for a migration as long as it takes, and no longer than its server lives', async () => {
    expect(unit).toMatch(/^TimeoutStartSec=infinity$/m)
    expect(unit).toMatch(/^ExecStartPost=\/usr\/bin\/trastienda await \$MAINPID$/m)
    const { port } = await serve('127.0.0.1', {})
    const ended = spawn('true')
    await once(ended, 'exit')
    expect(await run(['await', String(ended.pid)], { PORT: port })).toBe(1)
    const answers: Record<string, number> = { '/readyz': 200 }
    const { port: migrating, paths } = await serve('127.0.0.1', answers)
    const waiting = run(['await', alive], { PORT: migrating })
    await expect.poll(() => paths.has('/healthz')).toBe(true)
    answers['/healthz'] = 200
    expect(await waiting).toBe(0)
  })

  it('gives up a server that listens and is not ready', async () => {
    const { port, paths } = await serve('127.0.0.1', { '/healthz': 200, '/readyz': 503 })
    expect(await run(['await', alive], { PORT: port })).toBe(1)
    expect([...paths]).toEqual(['/healthz', '/readyz'])
    expect(await run(['healthy'], { PORT: port })).toBe(1)
  })

  it.each(['127.0.0.2', '0.0.0.0', '127.0.0.1'])('is asked where it listens: %s', async (HOST) => {
    const { port: PORT } = await serve(HOST, { '/healthz': 200, '/readyz': 200 })
    expect([await run(['healthy'], { HOST, PORT }), await run(['await', alive], { HOST, PORT })]).toEqual([0, 0])
  })
})
