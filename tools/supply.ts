import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './runTool.ts'
import { made, nameOf, readLock, root } from './supplyChain.ts'

// `npm run supply`: the supply-chain checks that need a registry or minutes, and so are not tests: the age of every package, known
// vulnerabilities, the CycloneDX bill of materials, and a reproducible build (two folders, same bytes). Checks that could not run are
// reported and are not failures.
const minimumAgeDays = 7
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '')

type Outcome = { state: 'ok' | 'FAILED' | 'not run'; text: string }
const ok = (text: string): Outcome => ({ state: 'ok', text })
const failed = (text: string): Outcome => ({ state: 'FAILED', text })
const notRun = (text: string): Outcome => ({ state: 'not run', text })

/** Runs npm and parses its JSON output; null if it is not JSON. */
function npmJson(...args: string[]): Record<string, unknown> | null {
  const { stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  try {
    return JSON.parse(stdout) as Record<string, unknown>
  } catch {
    return null
  }
}

/** The publication date of each version of a package, from the registry. */
async function publishedTimes(name: string): Promise<Record<string, string>> {
  const answer = await fetch(`${registry}/${name.replace('/', '%2f')}`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  const { time } = (await answer.json()) as { time?: Record<string, string> }
  return time ?? {}
}

/** A version younger than seven days may be compromised and not yet detected. */
async function ages(): Promise<Outcome> {
  const locked = [...readLock()].map(([place, { version = '' }]) => ({ name: nameOf(place), version }))
  const names = [...new Set(locked.map(({ name }) => name))]
  const times = new Map<string, Record<string, string>>()
  const silent: string[] = []
  const next = async (): Promise<void> => {
    const name = names.pop()
    if (name === undefined) return
    await publishedTimes(name).then(
      (found) => times.set(name, found),
      () => silent.push(name),
    )
    await next()
  }
  await Promise.all(Array.from({ length: 8 }, next))
  const known = locked.flatMap(({ name, version }) => {
    const published = times.get(name)?.[version]
    return published ? [{ what: `${name} ${version}`, days: (Date.now() - Date.parse(published)) / 86_400_000 }] : []
  })
  const young = known.filter(({ days }) => days < minimumAgeDays).map(({ what: name, days }) => `${name} (${Math.floor(days)})`)
  if (young.length > 0) return failed(`of ${known.length} packages younger than ${minimumAgeDays} days: ${young.join(', ')}`)
  if (known.length === 0) return notRun(`${registry} does not tell when a package was published`)
  const youngest = known.reduce((least, one) => (one.days < least.days ? one : least))
  const unknown = locked.length - known.length
  return ok(
    `${known.length} packages, the youngest ${youngest.what} (${Math.floor(youngest.days)} days)${unknown > 0 ? `; of ${unknown} it is not known` : ''}`,
  )
}

/** Known holes that nobody reaches: only tests load `xlsx`, for files that they have made themselves (docs/decisions/0073-spreadsheet-readers.md). */
const unreachable = new Set(['GHSA-4r6h-8v6p-xvw6', 'GHSA-5pgg-2g8v-p4x9'].map((id) => `https://github.com/advisories/${id}`))

/** A vulnerable package as `npm audit` tells it; in `via` its holes, and the names of vulnerable packages that it needs. */
type Vulnerable = { severity: string; via: (string | { url: string })[] }
const isReached = ({ via }: Vulnerable): boolean => via.some((one) => typeof one === 'string' || !unreachable.has(one.url))

function advisories(): Outcome {
  const vulnerabilities = npmJson('audit', '--json')?.vulnerabilities as Record<string, Vulnerable> | undefined
  if (!vulnerabilities) return notRun(`${registry} does not answer questions about known holes`)
  const reached = Object.entries(vulnerabilities).filter(([, one]) => isReached(one))
  const names = (level: string) => reached.filter(([, { severity }]) => severity === level).map(([name]) => name)
  const [critical, high, moderate, low] = ['critical', 'high', 'moderate', 'low'].map(names) as [string[], string[], string[], string[]]
  const grave = [...critical, ...high]
  const counts = `${critical.length} critical, ${high.length} high, ${moderate.length} moderate, ${low.length} low`
  return grave.length > 0 ? failed(`${counts}: ${grave.join(', ')}`) : ok(counts)
}

function parts(): Outcome {
  const list = npmJson('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev')
  const components = list?.components as unknown[] | undefined
  if (!components) return failed('npm sbom gave no list')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/sbom.json'), JSON.stringify(list))
  return ok(`${components.length} parts in dist/sbom.json`)
}

/** Builds the web app from a copy of the project in a subfolder. Returns the hash of each file by path. */
async function buildIn(folder: string): Promise<Map<string, string>> {
  for (const name of readdirSync(root)) if (!made.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  const { code, output } = await runTool(join(root, 'node_modules/vite/bin/vite.js'), ['build'], {
    env: { NODE_ENV: 'production' },
    cwd: folder,
  })
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
  const files = readdirSync(join(folder, 'dist/web'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

async function twoBuilds(): Promise<Outcome> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist/supply-'))
  try {
    const first = await buildIn(join(folder, 'one'))
    const second = await buildIn(join(folder, 'another/with/a/longer/way'))
    const paths = [...new Set([...first.keys(), ...second.keys()])]
    const different = paths.filter((path) => first.get(path) !== second.get(path))
    return different.length > 0 ? failed(`different: ${different.join(', ')}`) : ok(`${first.size} files, the same to the byte`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let failures = 0
for (const [name, step] of Object.entries({ ages, advisories, parts, 'two builds': twoBuilds })) {
  const { state, text } = await step()
  if (state === 'FAILED') failures += 1
  console.log(`${state.padEnd(7)} ${name}: ${text}`)
}
process.exit(failures > 0 ? 1 : 0)
