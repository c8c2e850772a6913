import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist/web.inputs')
const builtPage = join(root, 'dist/web/index.html')
const builder = join(root, 'node_modules/vite/bin/vite.js')
const inputs = [
  'web',
  'contract',
  'domain',
  'messages',
  'tools/browserContract.ts',
  'tools/iconShapes.ts',
  'tools/lazyMessages.ts',
  'tools/madeAtBuild.ts',
  'tools/messageFiles.ts',
  'tools/messageFolders.ts',
  'tools/messageUses.ts',
  'tools/pageMessages.ts',
  'tools/siblingParts.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** A hash of everything that the web app is built from. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = join(root, input)
    if (!existsSync(path)) continue
    const files = /\.\w+$/.test(input)
      ? ['']
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length))
          .filter((file) => !/\.test\.tsx?$/.test(file))
          .toSorted()
    for (const file of files)
      hash
        .update(`${input}${file}\0`)
        .update(readFileSync(path + file))
        .update('\0')
  }
  return hash.digest('hex')
}

/** The builder's message, without our own stack. */
class BuildFailure extends Error {
  override get stack(): string {
    return this.message
  }
}

const readStamp = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : '')

function vite(signal: AbortSignal, small: boolean): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PACKING: small ? 'small' : 'fast' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** `small`: the files are packed as small as they get, for an installation; else in little time, for a first start and for tests, where small ones serve too. */
type Options = { signal?: AbortSignal; small?: boolean }

/**
 * Builds the web app if its inputs changed since the last build, or if its files have to be small and are not. Returns whether it built. Without development
 * dependencies it builds nothing, and fails unless the pages were built of these inputs, or came without them in a package.
 */
export async function webBuild(
  say: (line: string) => void,
  { signal = new AbortController().signal, small = false }: Options = {},
): Promise<boolean> {
  const packedSmall = fingerprint()
  const packedFast = `${packedSmall} fast`
  const files = small ? [packedSmall] : [packedSmall, packedFast]
  if (files.includes(readStamp()) && existsSync(builtPage)) return false
  if (!existsSync(builder)) {
    if (existsSync(builtPage) && !existsSync(join(root, 'web'))) return false
    throw new BuildFailure('The pages are not built of these files: run npm run build where the development dependencies are installed.')
  }
  const startedAt = performance.now()
  say('Building the web app …')
  // An interrupted build must not look finished.
  rmSync(stamp, { force: true })
  const { code, output } = await vite(signal, small)
  if (code !== 0) throw new BuildFailure(`The web app could not be built:\n${output}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, small ? packedSmall : packedFast)
  say(`Built the web app (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return true
}
