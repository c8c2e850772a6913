import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noticesPage } from './notices.ts'
import { isRuntime, projectFiles, nameOf, readLock, readManifest, root, secretsIn } from './supplyChain.ts'

const lock = readLock()
const manifest = readManifest()

it('package.json has exact versions, the same as the lock file', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  // A package under another name is "npm:<package>@<version>".
  const expected = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(
    ([name, version]): [string, string] => [name, version.replace(/^npm:[^@]+@/, '')],
  )
  expect(expected.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  expect(expected.filter(([name, version]) => lock.get(`node_modules/${name}`)?.version !== version)).toEqual([])
})

it('every package has an integrity hash, whatever the registry', () => {
  const loose = [...lock].filter(([, { integrity, inBundle }]) => !inBundle && !(integrity ?? '').startsWith('sha512-'))
  expect(loose.map(([place]) => place)).toEqual([])
  const elsewhere = [...lock].filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
  expect(elsewhere.map(([place]) => place)).toEqual([])
})

it('only listed packages may run an install script', () => {
  const scripts = new Set([...lock].filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place)))
  expect([...scripts].filter((name) => !manifest.allowScripts[name])).toEqual([])
  expect(Object.keys(manifest.allowScripts).filter((name) => !scripts.has(name))).toEqual([])
})

it('at most 130 packages are needed at run time on one platform', () => {
  const needed = [...lock].filter(([, one]) => isRuntime(one) && !one.optional)
  expect(needed.length).toBeGreaterThan(20)
  expect(needed.length).toBeLessThanOrEqual(130)
})

it('the third-party notices are up to date and include libvips', () => {
  const notices = existsSync(join(root, 'docs/THIRD-PARTY.md')) ? readFileSync(join(root, 'docs/THIRD-PARTY.md'), 'utf8') : ''
  expect(notices).toBe(noticesPage(lock))
  expect(notices).toContain('LGPL-3.0-or-later')
  expect(notices).not.toContain('| unknown |')
})

it('no file contains a secret', () => {
  expect(projectFiles().flatMap(({ name, text }) => secretsIn(text).map((what) => `${name}: ${what}`))).toEqual([])
})

it.each([
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(3)}`],
  ['a key of a cloud', `AKIA${'ABCDEFGHIJKLMNOP'}`],
  ['a token of a forge', `ghp_${'a1B2'.repeat(9)}`],
  ['a key of a payment processor', `sk_live_${'a1B2'.repeat(6)}`],
  ['a token of a registry', `npm_${'a1B2'.repeat(9)}`],
  ['an address with a password', `postgres://shop:${'s3cret-word'}@db.shop-of-mine.es:5432/shop`],
  ['a token of a chat', `xoxb-${'1234567890-'.repeat(3)}`],
])('the secret check detects %s', (label, text) => {
  expect(secretsIn(`const value = '${text}'`)).toEqual([label])
})
