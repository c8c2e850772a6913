import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  inBundle?: boolean
}

export const root = join(import.meta.dirname, '..')

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> & {
  version: string
  allowScripts: Record<string, boolean>
}

export const readManifest = (): Manifest => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** Every package of the lock file, by its place in `node_modules`; the project itself apart. */
export function readLock(): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> }
  return new Map(Object.entries(packages).filter(([place]) => place !== ''))
}

export const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** What runs where the product runs: neither for development only nor bundled into the pages. */
export const isRuntime = ({ dev = false, devOptional = false }: LockedPackage): boolean => !dev && !devOptional

/** Secrets as they are commonly written: keys of clouds and payment processors, tokens of forges, private keys, addresses with a password. */
const secrets: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/],
  ['a key of a cloud', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of a forge', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,}|glpat-[\w-]{20})\b/],
  ['a key of a payment processor', /\b[sr]k_live_[A-Za-z0-9]{24,}\b/],
  ['a token of a registry', /\bnpm_[A-Za-z0-9]{36}\b/],
  // One of this machine, of a container named db or of a name kept for examples (RFC 2606) opens nothing.
  [
    'an address with a password',
    /\b[a-z][a-z0-9+]*:\/\/[^\s:@/'"`$<>{}]+:[^\s:@/'"`$<>{}]{4,}@(?!(?:localhost|127\.0\.0\.1|db|[\w.-]+\.(?:example|test|invalid))(?![\w.-]))[\w.-]+/,
  ],
  ['a token of a chat', /\bxox[abpr]-[A-Za-z0-9-]{20,}\b/],
]

/** Secrets in a text, by what they look like; the text itself is not repeated. */
export const secretsIn = (text: string): string[] => secrets.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)

/** Made by the tools or brought by npm: in no commit. */
export const made: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'test-results',
  'playwright-report',
  '.git',
  '.data',
  '.tsbuild',
  '.vitest',
])

/** Every file of the project as text, by its path. */
export function projectFiles(folder = root): { name: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return made.has(entry.name) ? [] : projectFiles(path)
    return entry.isFile() && !entry.name.endsWith('.log') ? [{ name: relative(root, path), text: readFileSync(path, 'utf8') }] : []
  })
}
