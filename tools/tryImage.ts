import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'

// Builds deploy/Containerfile with buildah on a base made by mmdebstrap, without a registry, and starts the image as deploy/compose.yaml does: without root, capabilities and a
// writable root file system.

const root = join(import.meta.dirname, '..')
const base = 'docker.io/library/debian:bookworm-slim'
const programs = { mmdebstrap: 'mmdebstrap', buildah: 'buildah', 'systemd-nspawn': 'systemd-container' }

type Image = { Config: string }
type Settings = {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  Volumes: Record<string, object>
  Healthcheck: { Test: string[] }
}

/** Whether the image was built, started, answered, is healthy by its own check, and stopped in order; prints each. */
export async function tryImage(file: string): Promise<boolean> {
  for (const [program, name] of Object.entries(programs))
    if (spawnSync('which', [program]).status !== 0) {
      console.error(`${program} is missing: apt install ${name}`)
      return false
    }
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-image-'))
  const buildah = (...args: string[]) =>
    execFileSync('buildah', ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs', ...args], {
      encoding: 'utf8',
    }).trim()
  try {
    makeBase(folder, buildah)
    mkdirSync(join(folder, 'context/dist'), { recursive: true })
    copyFileSync(file, join(folder, 'context/dist/trastienda.deb'))
    // `docker`: OCI's format has no HEALTHCHECK. `chroot`: this may itself run in a container.
    const options = ['--pull-never', '--isolation', 'chroot', '--format', 'docker']
    buildah('bud', '--quiet', ...options, '-f', join(root, 'deploy/Containerfile'), '-t', 'trastienda', join(folder, 'context'))
    console.log('  built')
    const inside = buildah('mount', buildah('from', '--pull-never', 'trastienda'))
    const image = JSON.parse(buildah('inspect', '--type', 'image', 'trastienda')) as Image
    return await runImage(inside, (JSON.parse(image.Config) as { config: Settings }).config, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeBase(folder: string, buildah: (...args: string[]) => string): void {
  const archive = join(folder, 'base.tar')
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', archive], { stdio: 'inherit' })
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, archive, '/')
  buildah('commit', '--quiet', container, base)
  rmSync(archive)
}

async function runImage(inside: string, settings: Settings, folder: string): Promise<boolean> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SEED: 'none',
    SESSION_SECRET: 'x'.repeat(40),
    KEY_ENCRYPTION_KEY: 'y'.repeat(40),
  }
  const volumes = Object.keys(settings.Volumes).map((place, nth) => {
    const volume = join(folder, `volume${nth}`)
    // As a new volume is filled: with what the image has there, and its owner.
    execFileSync('cp', ['-a', join(inside, place), volume])
    return `--bind=${volume}:${place}`
  })
  writeFileSync(join(folder, 'empty'), '')
  const child = spawn(
    'systemd-nspawn',
    [
      '-q',
      '-D',
      inside,
      '--read-only',
      '--register=no',
      '--keep-unit',
      '--pipe',
      '--as-pid2',
      '--tmpfs=/tmp:mode=1777',
      '--drop-capability=all',
      '--no-new-privileges=yes',
    ].concat(
      [`--user=${settings.User}`, ...volumes],
      [...settings.Env.filter((one) => !one.startsWith('PATH=')), ...Object.entries(env).map(([name, value]) => `${name}=${value}`)].map(
        (one) => `--setenv=${one}`,
      ),
      settings.Entrypoint,
      settings.Cmd,
    ),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  try {
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    for (const until = Date.now() + 1_200_000; !(await answers()); await sleep(250))
      if (child.exitCode !== null || Date.now() > until) throw new Error('it does not answer')
    console.log('  answers, without root, capabilities and a writable root file system')
    const [, ...check] = settings.Healthcheck.Test
    execFileSync('nsenter', ['-t', pidInside(child.pid ?? 0), '-m', '-p', ...check], { env: { ...env, PATH: '/usr/bin:/bin' } })
    console.log('  is healthy by its own check')
    process.kill(Number(pidInside(child.pid ?? 0)), 'SIGTERM')
    if ((await ended) !== 0) throw new Error('it did not stop in order')
    console.log('  stops in order')
    return true
  } catch (error) {
    console.error(`${(error as Error).message}\n${output.slice(-4_000)}`)
    return false
  } finally {
    child.kill('SIGKILL')
  }
}

/** The image's own first program: the child of the container's init. */
function pidInside(nspawn: number): string {
  const childOf = (pid: string) => execFileSync('pgrep', ['-P', pid], { encoding: 'utf8' }).trim().split('\n')[0] ?? ''
  return childOf(childOf(String(nspawn)))
}
