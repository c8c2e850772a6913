import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'
import { postgresAccount } from '../server/embedded/postgresAccount.ts'
import { backupsPage, withPlaces } from './commandsOf.ts'
import { asPostgres, debianBinaries, type DrillUrls, fill, lacksPrograms, rolesAndDatabase } from './debianPostgres.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

// Debian's Patroni by the settings and commands of docs/backups.md: two database machines and one etcd, here processes of one machine.

type Member = { name: string; data: string; port: number; api: number; file: string; patroni: ChildProcess }
type State = { members: { name: string; role: string; state: string }[] }

/** In a group of its own, so that a lost machine loses all of it at once. */
function start(program: string, args: readonly string[], cwd: string): ChildProcess {
  const child = spawn('runuser', ['-u', 'postgres', '--', program, ...args], { cwd, stdio: 'ignore', detached: true })
  process.once('exit', () => lose(child))
  return child
}

function lose({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

/** Kills Patroni and its PostgreSQL, whose processes end with it. */
async function loseMachine({ patroni, data }: Member): Promise<void> {
  const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  lose(patroni)
  process.kill(Number(postmaster), 'SIGKILL')
  if (patroni.exitCode === null && patroni.signalCode === null) await once(patroni, 'exit')
}

async function startCluster(folder: string) {
  const page = backupsPage()
  const account = postgresAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o755)
  const [client, peer] = [await freePort(), await freePort()]
  const address = (port: number) => `http://127.0.0.1:${port}`
  const etcd = start(
    'etcd',
    ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', address(client), '--advertise-client-urls', address(client)].concat([
      '--listen-peer-urls',
      address(peer),
      '--initial-advertise-peer-urls',
      address(peer),
      '--initial-cluster',
      `default=${address(peer)}`,
    ]),
    folder,
  )
  const members: Member[] = []
  const launch = async (name: string): Promise<Member> => {
    const [port, api, file, data] = [await freePort(), await freePort(), join(folder, `${name}.yml`), join(folder, name)]
    writeFileSync(
      file,
      withPlaces(page['patroni.yml'], {
        'name: db1': `name: ${name}`,
        '10.0.0.1:8008': `127.0.0.1:${api}`,
        '10.0.0.9:2379': `127.0.0.1:${client}`,
        '10.0.0.1:5432': `127.0.0.1:${port}`,
        '10.0.0.0/24': '127.0.0.0/8',
        '/var/lib/postgresql/15/main': data,
        '/usr/lib/postgresql/15/bin': debianBinaries,
      }).concat(`  parameters:\n    unix_socket_directories: ${folder}\n`),
    )
    return { name, data, port, api, file, patroni: startMember(file) }
  }
  const startMember = (file: string) => {
    const [program = '', ...args] = withPlaces(page.start, { '/etc/patroni/patroni.yml': file }).trim().split(' ')
    return start(program, args, folder)
  }
  const state = async (): Promise<State['members']> => {
    for (const { api } of members) {
      const answer = await fetch(`${address(api)}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as State).members
    }
    return []
  }
  const until = async (condition: string, holds: (members: State['members']) => boolean) => {
    for (const giveUpAt = Date.now() + 180_000; Date.now() < giveUpAt; await sleep(250)) if (holds(await state())) return
    throw new Error(`${condition} did not come about: ${JSON.stringify(await state())}`)
  }
  const isLeader = (name: string) => (all: State['members']) =>
    all.some((one) => one.name === name && one.role === 'leader' && one.state === 'running')
  const hasRole = (role: string) => (all: State['members']) => all.some((one) => one.role === role)
  members.push(await launch('db1'))
  await until('a primary', isLeader('db1'))
  members.push(await launch('db2'))
  await until('a synchronous standby', hasRole('sync_standby'))
  return {
    members,
    until,
    isLeader,
    hasRole,
    startMember,
    file: members[0]?.file ?? '',
    close: () => [etcd, ...members.map(({ patroni }) => patroni)],
  }
}

type Cluster = Awaited<ReturnType<typeof startCluster>>

async function makeDatabase({ members }: Cluster, folder: string): Promise<DrillUrls> {
  const [first] = members
  for (const statement of rolesAndDatabase('owner-of-the-drill', 'app-of-the-drill'))
    await asPostgres(`psql -q -h ${folder} -p ${first?.port} -c "${statement}"`, {}, folder)
  // The standby is named first: a server must not take it for the primary while there is one.
  const hosts = members
    .map(({ port }) => `127.0.0.1:${port}`)
    .toReversed()
    .join(',')
  const url = (role: string, password: string) => `postgres://${role}:${password}@${hosts}/trastienda`
  return {
    superUrl: url('postgres', 'secret-of-postgres'),
    ownerUrl: url('trastienda', 'owner-of-the-drill'),
    appUrl: url('trastienda_app', 'app-of-the-drill'),
  }
}

export const scenario: Scenario = {
  says: 'the primary’s machine is lost under load, Patroni promotes the synchronous standby, servers find it by themselves, and the lost machine rejoins',
  lacks: () =>
    lacksPrograms({ patroni: 'patroni', etcd: 'etcd-server' }) ??
    (existsSync('/usr/lib/python3/dist-packages/etcd')
      ? null
      : 'Patroni’s client of etcd is not installed (Debian: apt-get install python3-etcd)'),
  async run(embedded, { brief }) {
    const folder = mkdtempSync(join(tmpdir(), 'trastienda-chaos-patroni-'))
    let cluster: Cluster | undefined
    try {
      cluster = await startCluster(folder)
      const [first] = cluster.members
      if (!first) throw new Error('Patroni has no member')
      const urls = await makeDatabase(cluster, folder)
      const { installation, settings } = await fill(embedded, urls)
      const node = await installation.node(settings)
      const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      await load.flowing(brief ? 30 : 300)
      await loseMachine(first)
      await cluster.until('another primary', cluster.isLeader('db2'))
      await load.flowing(brief ? 30 : 300)
      first.patroni = cluster.startMember(first.file)
      await cluster.until('the lost machine as a standby', cluster.hasRole('sync_standby'))
      await load.flowing(brief ? 30 : 300)
      const report = await load.stop()
      await asPostgres(withPlaces(backupsPage().state, { '/etc/patroni/patroni.yml': cluster.file }), {}, folder)
      return [
        refundCounts(report),
        { name: 'longest time in which nobody was served', value: report.outageMs, unit: 'ms', budget: 60_000 },
        { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
        ...(await prove(urls.superUrl, report)),
      ]
    } finally {
      await embedded.endNodes()
      for (const member of cluster?.members ?? []) await loseMachine(member).catch(() => {})
      for (const child of cluster?.close() ?? []) lose(child)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
