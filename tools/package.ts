import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryCompose } from './tryCompose.ts'
import { tryImage } from './tryImage.ts'
import { tryPackage } from './tryPackage.ts'
import { webBuild } from './webBuild.ts'

// `npm run package`: the product as a Debian package, dist/trastienda.deb, with its own Node and built pages. `-- --try`: installs it in a clean Debian
// that boots, as docs/install.md says, and checks that it serves. `-- --try-upgrade <earlier.deb>`: the same as an upgrade of an earlier package that holds data.
// `-- --try-image`: builds the container image of it, and starts that; `-- --try-compose`: runs deploy/compose.yaml. Needs Debian's dpkg-deb; to try it mmdebstrap,
// systemd-container and root, for the image also buildah, for compose.yaml podman and podman-compose.
const flag = { type: 'boolean' } as const
const { values } = parseArgs({ options: { try: flag, 'try-upgrade': { type: 'string' }, 'try-image': flag, 'try-compose': flag } })
const root = join(import.meta.dirname, '..')
const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<'version' | 'description', string>

/** Runs at an installation: the server and the operator's commands. */
const commands = ['start', 'operator', 'backup', 'restore', 'reset', 'seed']
const folders = ['domain', 'contract', 'server', 'messages', 'client/src', 'plugins']
const files = ['package.json', 'package-lock.json', 'tools/run.mjs']
const unused = /\.test\.tsx?$|^server\/testing\/|^plugins\/\w+\/tests\/|tsconfig/

const run = (program: string, args: readonly string[], cwd = root) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })

/** The tools that the commands import, directly or through each other. */
function toolsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'(\.\/\w+\.ts)'/g))
    toolsOf(join(dirname(path), name ?? ''), found)
  return found
}

/** Imports of files that are not in the package; of types alone they are not needed. */
const missingFiles = (home: string, paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    [...readFileSync(join(home, path), 'utf8').matchAll(/(?:^(?:im|ex)port (?!type )[^;'"]*?from |\bimport\()'(\.[^']+)'/gm)]
      .map(([, name]) => join(dirname(path), name ?? ''))
      .filter((name) => !existsSync(join(home, name)))
      .map((name) => `${name} of ${path}`),
  )

function copyProgram(home: string): void {
  const tracked = run('git', ['ls-files', ...folders])
    .split('\n')
    .filter((path) => path !== '' && !unused.test(path))
  const tools = new Set(commands.flatMap((name) => [...toolsOf(`tools/${name}.ts`)]))
  for (const path of [...tracked, ...tools, ...files]) {
    mkdirSync(join(home, dirname(path)), { recursive: true })
    copyFileSync(join(root, path), join(home, path))
  }
  const missing = missingFiles(
    home,
    [...tracked, ...tools].filter((path) => path.endsWith('.ts')),
  )
  if (missing.length > 0) throw new Error(`The package lacks what it imports: ${missing.join('; ')}`)
  cpSync(join(root, 'dist/web'), join(home, 'dist/web'), { recursive: true })
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], home)
}

function copySystemFiles(staging: string): void {
  const place = (from: string, to: string, mode = 0o644) => {
    mkdirSync(join(staging, dirname(to)), { recursive: true })
    copyFileSync(join(root, from), join(staging, to))
    chmodSync(join(staging, to), mode)
  }
  place('deploy/trastienda', 'usr/bin/trastienda', 0o755)
  place('deploy/trastienda.service', 'lib/systemd/system/trastienda.service')
  place('deploy/trastienda.env', 'etc/trastienda/trastienda.env', 0o640)
  place('deploy/nginx.conf', 'usr/share/doc/trastienda/examples/nginx.conf')
  for (const name of ['prometheus-alerts.yml', 'grafana-dashboard.json'])
    place(`deploy/${name}`, `usr/share/doc/trastienda/examples/${name}`)
  // All pages, so that links between them work.
  for (const path of run('git', ['ls-files', 'docs/*.md']).trim().split('\n'))
    place(path, join('usr/share/doc/trastienda', path.slice('docs/'.length)))
  place('LICENSE', 'usr/share/doc/trastienda/copyright')
  place('CHANGELOG.md', 'usr/share/doc/trastienda/CHANGELOG.md')
  for (const name of ['postinst', 'prerm', 'postrm']) place(`deploy/${name}`, `DEBIAN/${name}`, 0o755)
  writeFileSync(join(staging, 'DEBIAN/conffiles'), '/etc/trastienda/trastienda.env\n')
}

/** Fields of a binary package: Debian Policy, 5.3. */
function control(staging: string): void {
  const kilobytes = run('du', ['-sk', staging]).split('\t')[0] ?? ''
  const fields = {
    Package: 'trastienda',
    Version: version,
    Architecture: run('dpkg', ['--print-architecture']).trim(),
    Maintainer: 'Trastienda <security@trastienda.example>',
    'Installed-Size': kilobytes,
    Depends: 'adduser, ca-certificates, libc6 (>= 2.34), libstdc++6, util-linux',
    Recommends: 'nginx, postgresql (>= 15)',
    Section: 'web',
    Priority: 'optional',
    Description: description,
  }
  writeFileSync(
    join(staging, 'DEBIAN/control'),
    `${Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join('')}`,
  )
}

async function makePackage(): Promise<string> {
  await webBuild(console.log, { small: true })
  const staging = mkdtempSync(join(tmpdir(), 'trastienda-package-'))
  chmodSync(staging, 0o755)
  const file = join(root, 'dist/trastienda.deb')
  try {
    copyProgram(join(staging, 'usr/lib/trastienda'))
    copySystemFiles(staging)
    control(staging)
    run('dpkg-deb', ['--root-owner-group', '-Zzstd', '--build', staging, file])
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  console.log(`dist/trastienda.deb: version ${version}, ${(readFileSync(file).byteLength / 1e6).toFixed(0)} MB`)
  return file
}

const file = await makePackage()
const tried = [
  values.try && (() => tryPackage(file, version)),
  values['try-upgrade'] !== undefined && (() => tryPackage(file, version, values['try-upgrade'])),
  values['try-image'] && (() => tryImage(file)),
  values['try-compose'] && (() => tryCompose(file)),
]
for (const trial of tried) if (trial && !(await trial())) process.exit(1)
