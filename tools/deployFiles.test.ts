import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
  const given = Object.fromEntries(
    [...block.matchAll(/^ +(\w+): '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{\w+:.*?\}/g, 'x'.repeat(40)),
    ]),
  )
  expect(Object.keys(given).filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  const { workers, erasuresDir, databaseUrl } = loadConfig({ ...given, PUBLIC_URL: 'https://tienda.example', SMTP_URL: '' })
  expect([workers, erasuresDir, databaseUrl]).toEqual([false, '/var/lib/trastienda/erasures', given.DATABASE_URL])
})

it('the service waits for a migration as long as it takes, and no longer than its server lives', () => {
  const unit = readFileSync(join(folder, 'trastienda.service'), 'utf8')
  expect(unit).toMatch(/^TimeoutStartSec=infinity$/m)
  expect(unit).toMatch(/^ExecStartPost=.*until .* healthy; do kill -0 \$\$MAINPID \|\| exit 1;/m)
})
