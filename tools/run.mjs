// The entry point of every npm script: `node tools/run.mjs <tool> [...]`. Plain JavaScript without dependencies, for the
// system's Node: checks it, installs what is missing, then runs tools/<tool>.ts on the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [major, minor] = process.versions.node.split('.').map(Number)

function fail(line) {
  console.error(line)
  process.exit(1)
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return null
  }
}

/** Compares the installed packages with the lock file by version: modification times change with every checkout. */
function missingPackages() {
  const wanted = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  if (!wanted) fail('package-lock.json is missing or damaged.')
  if (!installed) return ['all']
  const production = process.env.NODE_ENV === 'production' && existsSync(join(root, 'dist/web/index.html'))
  return Object.keys(wanted).filter((path) => {
    const { version, optional, devOptional, dev } = wanted[path]
    if (path === '' || (installed[path] && installed[path].version === version)) return false
    return installed[path] || !(optional || devOptional || (dev && production))
  })
}

function npm(args) {
  const script = process.env.npm_execpath
  const [program, ...first] = script && /\.c?js$/.test(script) ? [process.execPath, script] : ['npm']
  const shell = program === 'npm' && process.platform === 'win32'
  const { status, stderr, error } = spawnSync(program, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell,
  })
  return { done: status === 0, complaint: error ? error.message : stderr.split('\n').slice(0, 12).join('\n') }
}

/** Tries each way in turn; the error of the last one is shown. */
function npmOneOf(what, ways) {
  console.log(`${what} …`)
  const startedAt = Date.now()
  let result
  for (const args of ways) {
    result = npm(args)
    if (result.done) return console.log(`${what}: done (${Math.round((Date.now() - startedAt) / 1000)} s)`)
  }
  fail(`${what}: npm failed.\n${result.complaint}`)
}

// `npm ci` fails if a registry lacks a package that only another platform needs; `install` uses the same lock
// file and skips such a package. Neither changes it.
const installing = [
  ['ci', '--include=dev'],
  ['install', '--include=dev', '--no-save'],
]

/** The parent processes of this one, as far as the system reports them: npm's shell and, on Linux, npm. */
function ancestors() {
  try {
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8'))[1]}`
  } catch {
    return String(process.ppid)
  }
}

/** The `node` package contains Node 24; its install script may have been skipped, or another Node 24 may be in use. */
function findNode24() {
  const own = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  if (major >= 24) return process.execPath
  npmOneOf('Fetching Node 24', [['rebuild', 'node']])
  return existsSync(own) ? own : fail('Node 24 could not be fetched by npm: install Node 24 and start again.')
}

if (!(major > 20 || (major === 20 && minor >= 19))) fail(`Trastienda needs Node 20.19 or later; this is ${process.versions.node}.`)
const [tool, ...args] = process.argv.slice(2)
if (!tool || !existsSync(join(root, 'tools', `${tool}.ts`))) fail('Usage: node tools/run.mjs <one of the scripts in package.json>')
if (missingPackages().length > 0) npmOneOf('Installing dependencies', installing)

// A small young generation, and a major collection whenever the heap grew by a third: streaming a million rows and lists for
// many clients otherwise keep a hundred megabytes of garbage, without being faster.
const engine = [
  '--disable-warning=ExperimentalWarning',
  ...(tool === 'start' ? ['--max-semi-space-size=4', '--heap-growing-percent=30'] : []),
]
// The compile cache also keeps code stripped of types: the second start is faster, and the type stripper and its 18 MB are not loaded.
// Two malloc arenas for all threads: each arena keeps its memory. Blocks larger than a megabyte are returned to the
// system when freed: measured under full load, 64 MB less.
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }
const surroundings =
  tool === 'start' ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile'), ...memory } : {}
const child = spawn(findNode24(), [...engine, join('tools', `${tool}.ts`), ...args], {
  cwd: root,
  env: { ...process.env, ...surroundings },
  // The channel carries no messages: when it closes, the tool knows that this process was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// When npm is killed its script keeps running, below a shell that does not notice: end when either of them is gone.
if (process.env.npm_lifecycle_event) {
  const above = ancestors()
  setInterval(() => ancestors() !== above && child.connected && child.disconnect(), 100).unref()
}
child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)))
