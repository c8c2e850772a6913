import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'

// Runs deploy/compose.yaml with podman-compose, without a registry: its three images are made here, those of PostgreSQL and nginx of Debian's packages, with an entry point that
// does what compose.yaml and compose-database.sh rely on.

const root = join(import.meta.dirname, '..')
const project = 'trastienda-try'
/** Seconds until what does not answer counts as broken: nothing ends sooner on a busy machine. */
const patience = 1_200
const services = ['one', 'two', 'worker', 'database', 'proxy']
const programs = { mmdebstrap: 'mmdebstrap', buildah: 'buildah', podman: 'podman', 'podman-compose': 'podman-compose', openssl: 'openssl' }

/** Makes the cluster once, with the scripts of docker-entrypoint-initdb.d, then serves. */
const databaseEntry = `#!/bin/bash
set -eu
export PATH="$(echo /usr/lib/postgresql/*/bin):$PATH" PGDATA=/var/lib/postgresql/18/docker
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres /var/lib/postgresql /var/lib/postgresql/18 /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U "$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w start -o "-c listen_addresses=''" > /dev/null
  createdb -U "$POSTGRES_USER" "$POSTGRES_DB" || true
  for file in /docker-entrypoint-initdb.d/*.sh; do if [ -x "$file" ]; then "$file"; else . "$file"; fi; done
  pg_ctl -w stop -m fast > /dev/null
fi
exec postgres -c listen_addresses='*' "$@"
`
const images: Record<string, { packages: string; file: string }> = {
  'docker.io/library/debian:bookworm-slim': { packages: '', file: '' },
  'docker.io/library/postgres:18': {
    packages: '--include=postgresql',
    file: `COPY entry /usr/local/bin/entry
RUN ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ && rm -rf /var/lib/postgresql/*
VOLUME /var/lib/postgresql
ENTRYPOINT ["/usr/local/bin/entry"]
`,
  },
  'docker.io/library/nginx:stable': {
    packages: '--include=nginx-light',
    file: `RUN rm -f /etc/nginx/sites-enabled/*
ENTRYPOINT ["/usr/sbin/nginx", "-g", "daemon off;"]
`,
  },
}

/** Whether the composition started, served over HTTPS, survived the loss of a server and of all containers, and worked with another role than the tables' owner; prints each. */
export async function tryCompose(file: string): Promise<boolean> {
  for (const [program, name] of Object.entries(programs))
    if (spawnSync('which', [program]).status !== 0) {
      console.error(`${program} is missing: apt install ${name}`)
      return false
    }
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-compose-'))
  writeFileSync(
    join(folder, 'storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${join(folder, 'images')}"\nrunroot = "${join(folder, 'run')}"\n`,
  )
  writeFileSync(join(folder, 'containers.conf'), containersConf())
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'), CONTAINERS_CONF: join(folder, 'containers.conf') }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env, encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 }).trim()
  try {
    makeImages(folder, run)
    mkdirSync(join(folder, 'dist'))
    copyFileSync(file, join(folder, 'dist/trastienda.deb'))
    run(
      'buildah',
      'bud',
      '--quiet',
      '--pull-never',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '-f',
      join(root, 'deploy/Containerfile'),
      '-t',
      'trastienda',
      folder,
    )
    await tryComposition(folder, run, env)
    return true
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string }
    console.error(`${message}\n${stderr.slice(-4_000)}`)
    const podman = (...args: string[]) => {
      const { stdout, stderr: output } = spawnSync('podman', args, { env, encoding: 'utf8' })
      return stdout + output
    }
    console.error(podman('ps', '--all'))
    for (const service of services) console.error(`${service}:\n${podman('logs', '--tail', '20', `${project}_${service}_1`)}`)
    return false
  } finally {
    spawnSync('podman-compose', ['-p', project, '-f', join(folder, 'deploy/compose.yaml'), 'down', '-v'], { env, cwd: folder })
    spawnSync('podman', ['network', 'rm', '--force', `${project}_default`], { env })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Limits that this process may give: podman's own are refused where root lacks CAP_SYS_RESOURCE. crun refuses to work where both versions of cgroups are mounted; runc does not. */
function containersConf(): string {
  const files = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
  const limits = [...(files === 'unlimited' ? [] : [`nofile=${files}:${files}`]), 'nproc=4096:4096']
  const runtime = existsSync('/sys/fs/cgroup/unified') ? '[engine]\nruntime = "runc"\n' : ''
  return `[containers]\ndefault_ulimits = ${JSON.stringify(limits)}\n${runtime}`
}

type Run = (program: string, ...args: string[]) => string

/** Throws what does not hold; prints what does. */
async function tryComposition(folder: string, run: Run, env: NodeJS.ProcessEnv): Promise<void> {
  const compose = (...args: string[]) =>
    spawnSync('podman-compose', ['-p', project, '-f', join(folder, 'deploy/compose.yaml'), ...args], { env, cwd: folder, encoding: 'utf8' })
  const [https, http] = [await freePort(), await freePort()]
  configure(folder, https, http, run)
  const name = (service: string) => `${project}_${service}_1`
  /** podman-compose itself never fails. */
  const up = () => {
    const { stdout, stderr } = compose('up', '-d')
    const isStarted = (service: string) =>
      /^\d/.test(spawnSync('podman', ['inspect', '--format', '{{.State.StartedAt.Unix}}', name(service)], { env, encoding: 'utf8' }).stdout)
    const missing = services.filter((service) => !isStarted(service))
    if (missing.length > 0) throw new Error(`not started: ${missing.join(', ')}\n${stdout}${stderr}`)
  }
  const reach = (path: string) =>
    run(
      'curl',
      '-sS',
      '--fail',
      '--retry',
      String(patience),
      '--retry-all-errors',
      '--retry-delay',
      '1',
      '--cacert',
      join(folder, 'deploy/certificates/trastienda.crt'),
      '--resolve',
      `tienda.example:${https}:127.0.0.1`,
      `https://tienda.example:${https}${path}`,
    )
  up()
  if (!reach('/readyz').includes('"status":"ok"')) throw new Error('it is not ready')
  console.log('  served through the proxy over HTTPS')
  for (const service of ['one', 'two', 'worker', 'database']) {
    for (let tries = 0; spawnSync('podman', ['healthcheck', 'run', name(service)], { env }).status !== 0; tries += 1) {
      if (tries > patience) throw new Error(`${service} is not healthy`)
      await sleep(1_000)
    }
  }
  console.log('  both servers, the worker and PostgreSQL are healthy')
  const link = /\/console\/setup\?token=[\w-]+/.exec(run('podman', 'exec', name('one'), '/usr/bin/trastienda', 'operator', 'setup-link'))
  if (link === null || !reach(link[0]).includes('<script')) throw new Error('there is no link for the first member of staff')
  console.log('  the first member of staff has a link')
  const query = (sql: string) => run('podman', 'exec', name('database'), 'psql', '-U', 'trastienda', '-qtAc', sql)
  const roles = query(
    `select string_agg(distinct usename, ',') from pg_stat_activity where datname = 'trastienda' and pid <> pg_backend_pid()`,
  )
  if (roles !== 'trastienda_app') throw new Error(`connected as ${roles}`)
  console.log('  requests are served as trastienda_app, under row-level security')
  run('podman', 'kill', name('one'))
  for (let nth = 0; nth < 20; nth++) reach('/readyz')
  console.log('  one server is killed: the other answers')
  const links = () => query('select count(*) from trastienda.staff_links')
  const before = links()
  compose('down')
  up()
  if (!reach('/readyz').includes('"status":"ok"') || Number(links()) < Number(before) || before === '0') throw new Error('the data is gone')
  console.log('  taken down and up again, the data is there')
}

function makeImages(folder: string, run: Run): void {
  const context = join(folder, 'context')
  mkdirSync(context)
  writeFileSync(join(context, 'entry'), databaseEntry, { mode: 0o755 })
  for (const [image, { packages, file }] of Object.entries(images)) {
    console.log(`Making an image for ${image} …`)
    run('mmdebstrap', '--quiet', '--variant=minbase', ...(packages ? [packages] : []), 'bookworm', join(context, 'base.tar'))
    writeFileSync(join(context, 'file'), `FROM scratch\nADD base.tar /\nENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n${file}`)
    run('buildah', 'bud', '--quiet', '--isolation', 'chroot', '--format', 'docker', '-f', join(context, 'file'), '-t', image, context)
  }
  rmSync(context, { recursive: true })
}

/** As the head of compose.yaml says, with ports that are free here. */
function configure(folder: string, https: number, http: number, run: Run): void {
  const deploy = join(folder, 'deploy')
  cpSync(join(root, 'deploy'), deploy, { recursive: true })
  const file = join(deploy, 'compose.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace("'443:443', '80:80'", `'${https}:443', '${http}:80'`))
  const secret = (letter: string) => letter.repeat(40)
  writeFileSync(
    join(deploy, '.env'),
    `PUBLIC_URL=https://tienda.example:${https}\nDATABASE_PASSWORD=${secret('d')}\nSESSION_SECRET=${secret('s')}\nKEY_ENCRYPTION_KEY=${secret('k')}\n`,
  )
  mkdirSync(join(deploy, 'certificates'))
  run(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=tienda.example',
    '-addext',
    'subjectAltName=DNS:tienda.example',
    '-keyout',
    join(deploy, 'certificates/trastienda.key'),
    '-out',
    join(deploy, 'certificates/trastienda.crt'),
  )
}
