import { createServer } from 'node:net'
import type { Services } from '../platform/calls/call.ts'
import { ConfigProblem, loadConfig, type Config } from '../platform/config/config.ts'
import { prepareBankFolders } from '../platform/config/bankConfig.ts'
import { refusePublicDemo } from '../platform/config/demoConfig.ts'
import { assertSafeDatabase } from '../platform/database/assertSafeDatabase.ts'
import { closeDemoStaff, openDemoStaff } from '../demo/demoStaff.ts'
import { startEmbedded, type Embedded } from '../embedded/embedded.ts'
import { openDatabase } from '../platform/database/database.ts'
import { laterMigrations, migrate } from '../platform/database/migrate.ts'
import { onceReachable } from '../platform/database/onceReachable.ts'
import { withClient } from '../platform/database/withClient.ts'
import { assertDecryptable, secretsBySetting } from '../platform/keys/encryptAgain.ts'
import { reapplyErasures } from '../merchants/privacy/reapplyErasures.ts'
import { sealSecret } from '../access/secondFactor/totp.ts'
import { sealedSecretOf } from '../merchants/webhooks/secret.ts'

/** Prints a line of progress on the console. */
export type Progress = (line: string) => void

type MainOptions = {
  env?: Record<string, string | undefined>
  say?: Progress
  /** Work to be done before the server listens (the web build), concurrently with the start of the database. */
  prepare?: (signal: AbortSignal) => Promise<unknown>
}

const drainMs = 10_000
/** npm and the terminal both forward one Ctrl-C: two signals within this time count as one. */
const sameSignalMs = 700

/** It may start after us; until it answers, files are refused and nothing else. */
async function warnOfSilentScanner({ viruses }: Services, say: Progress): Promise<void> {
  const problem = await viruses?.version().then(
    () => null,
    (error: Error) => error.message,
  )
  if (problem) say(`Warning: ${problem}: uploaded files are refused until it answers (CLAMAV_SOCKET, CLAMAV_HOST)`)
}

/** Fails with one line before the database starts, if the port is taken. */
async function assertPortFree({ port, host }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = {
        EADDRINUSE: 'is taken by another program',
        EACCES: 'may not be used by this account',
        EADDRNOTAVAIL: 'is on an address that this machine does not have',
      }[error.code ?? '']
      reject(new ConfigProblem(`Port ${port} on ${host} ${reason ?? `cannot be opened (${error.code})`}: set PORT or HOST.`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

type Urls = { ownerUrl: string; appUrl: string; embedded: boolean }

/** Number of real accounts, of demo accounts, and of demo accounts that are not closed for good. */
const countAccounts = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ real: number; demo: number; open: number }>(
      `select count(*) filter (where not demo)::int as real, count(*) filter (where demo)::int as demo, count(*) filter (where demo
         and exists (select from memberships u where u.account_id = a.id and u.disabled_at is null))::int as open from accounts a`,
    )
    return rows[0] ?? { real: 0, demo: 0, open: 0 }
  })

/**
 * Checks that what is stored can be decrypted, and repeats erasures in a database that was restored to a time before them. Returns how many, and a warning.
 */
async function checkStored(appUrl: string, config: Config): Promise<{ again: number; warning: string | null }> {
  const database = openDatabase({ url: appUrl, connections: 4 })
  try {
    const warning = await assertDecryptable(database, secretsBySetting(config))
    return { again: await reapplyErasures({ database, config, now: () => new Date() }), warning }
  } finally {
    await database.close()
  }
}

/** Checks the database, and that it lets its owner in; changes nothing. Returns warnings. */
async function checkDatabase({ ownerUrl, appUrl, embedded }: Urls): Promise<string[]> {
  const warnings = await assertSafeDatabase(appUrl, { embedded })
  await withClient(ownerUrl, async () => {})
  return warnings
}

/** Migrates and seeds the database. Returns whether demo data is in use: it exists, was requested, and there is no real data. */
async function prepareDatabase({ ownerUrl, appUrl }: Urls, config: Config, say: Progress): Promise<boolean> {
  const appRole = await withClient(
    appUrl,
    async (client) => (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? '',
  )
  const applied = await migrate(ownerUrl, appRole)
  if (applied.length > 0) say(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)
  const [later] = await laterMigrations(ownerUrl)
  if (later !== undefined)
    say(
      `Warning: a later version has migrated the database (${later} …): docs/runbook.md#going-back-to-the-version-before says what holds then.`,
    )
  const { again, warning } = await checkStored(appUrl, config)
  if (warning) say(`Warning: ${warning}`)
  if (again > 0) say(`Erased again what was asked for since the moment that was restored: ${again}`)
  const { real, demo, open } = await countAccounts(ownerUrl)
  const isClosed = demo > 0 && open === 0
  if (config.seed === 'none' || (config.seedIsDefault && (real > 0 || isClosed))) {
    if (open > 0)
      say(
        `Warning: the database holds ${open} demo account${open === 1 ? '' : 's'}. Nobody can sign in there and its keys open nothing; npm run operator -- close-demo closes them for good.`,
      )
    await closeDemoStaff(ownerUrl)
    return false
  }
  refusePublicDemo(config)
  const { seedDemo } = await import('../demo/seed.ts')
  await seedDemo({
    ownerUrl,
    operations: config.demoOperations,
    demoPassword: config.demoPassword,
    keySecret: config.keySecrets[0],
    sessionSecret: config.sessionSecrets[0],
    sealedSecret: sealedSecretOf(config.keySecrets),
    log: say,
  })
  const seal = (staffId: string, secret: Buffer) => sealSecret(config.sessionSecrets, staffId, secret)
  await openDemoStaff({ ownerUrl, demoPassword: config.demoPassword, seal })
  return true
}

/** Warns of HTTPS without TRUST_PROXY: behind an unnamed proxy everybody counts as one network. */
function warnOfNoProxy({ publicUrl, trustProxy }: Config, say: Progress): void {
  if (publicUrl.startsWith('https:') && trustProxy === false)
    say('Warning: TRUST_PROXY is not set although PUBLIC_URL is https: all people behind the proxy count as one network.')
}

/** Warns of real data without a register of erasures. */
function warnOfNoRegister({ erasuresDir }: Config, say: Progress): void {
  if (erasuresDir === null) say('Warning: ERASURES_DIR is not set: who was erased comes back with a restored database (docs/runbook.md).')
}

/** Prints the link of the first member of staff, while there is none. */
async function printSetupLink(services: Services, say: Progress): Promise<void> {
  const { firstStaffLink } = await import('../provider/staff/firstStaff.ts')
  const link = await firstStaffLink(services)
  if (link !== null) say(`No staff yet. Open ${link} (valid 1 h; \`npm run operator -- setup-link\` prints another).`)
}

export type Running = { address: string; config: Config }

/** The server and its database, from the start of the process to its shutdown. */
class ProcessLifecycle {
  #opening: Promise<Embedded> | undefined
  #server: { close(): Promise<void> } | undefined
  #stopping: Promise<void> | undefined
  #cutDrain = () => {}
  readonly #preparing = new AbortController()
  readonly #say: Progress
  readonly #prepare: NonNullable<MainOptions['prepare']>

  constructor({ say = (line) => console.log(line), prepare = async () => {} }: MainOptions) {
    this.#say = say
    this.#prepare = prepare
  }

  async start(env: Record<string, string | undefined>): Promise<Running> {
    const settings = loadConfig(env)
    // Imported while the database starts: most of the time of a second start.
    const serverCode = import('./server.ts')
    serverCode.catch(() => {})
    prepareBankFolders(settings.bank)
    await assertPortFree(settings)
    const prepared = this.#prepare(this.#preparing.signal)
    prepared.catch(() => {})
    const urls = await this.#openDatabase(settings)
    const checking = () => this.#unlessStopping(() => checkDatabase(urls))
    for (const warning of await onceReachable(checking, settings.databaseWaitSeconds * 1_000, this.#say)) this.#say(`Warning: ${warning}`)
    // Not repeated: what ends its own connection would do so again, and end those of an earlier version that serves.
    const demo = await this.#unlessStopping(() => prepareDatabase(urls, settings, this.#say))
    if (!demo) warnOfNoRegister(settings, this.#say)
    warnOfNoProxy(settings, this.#say)
    const config = loadConfig(env, demo)
    await prepared
    const { buildServer } = await serverCode
    const server = await this.#unlessStopping(() => buildServer({ config, databaseUrl: urls.appUrl, workers: config.workers || 'watch' }))
    this.#server = server
    const { cards, banks, identity } = server.services.payments
    for (const partner of [cards, banks, identity]) await this.#unlessStopping(() => partner.checkAccess())
    await warnOfSilentScanner(server.services, this.#say)
    const address = await server.listen()
    if (!demo) await printSetupLink(server.services, this.#say)
    return { address: config.publicUrl || address, config }
  }

  async #openDatabase(config: Config): Promise<Urls> {
    if (config.databaseUrl) return { ownerUrl: config.migrationUrl ?? config.databaseUrl, appUrl: config.databaseUrl, embedded: false }
    const startedAt = performance.now()
    this.#opening = startEmbedded({ ...config, log: this.#say, onGivenUp: () => void this.stop(1) })
    const { created, ownerUrl, appUrl } = await this.#opening
    this.#say(`Database ${created ? 'made' : 'opened'} (${Math.round(performance.now() - startedAt)} ms)`)
    return { ownerUrl, appUrl, embedded: true }
  }

  // After a signal during the start the current step ends, and no further one begins.
  async #unlessStopping<T>(step: () => Promise<T>): Promise<T> {
    if (this.#stopping) return new Promise<T>(() => {})
    return step()
  }

  get stopping(): boolean {
    return this.#stopping !== undefined
  }

  /** Shuts down in order: stops accepting requests, waits for running ones (10 s at most), workers, pool, database. A second call skips the waiting. */
  stop(exitCode: number): Promise<void> {
    this.#cutDrain()
    this.#preparing.abort()
    this.#stopping ??= this.#stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${(error as Error).message}\n`)
        process.exit(1)
      },
    )
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const enough = new Promise<void>((resolve) => {
      this.#cutDrain = resolve
      setTimeout(resolve, drainMs)
    })
    await Promise.race([this.#server?.close(), enough])
    // Also a database that is still starting: otherwise it would outlive this process.
    const embedded = await this.#opening?.catch(() => undefined)
    await embedded?.stop()
  }
}

function printError(title: string, error: unknown): void {
  const shown = error instanceof ConfigProblem ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${title}: ${shown}\n`)
}

/**
 * Runs the product until a signal: settings, database, checks, migrations, demo data, server. A wrong setting prints one line on standard error and exits
 * with code 1; an unexpected error is logged and shuts the process down with code 1.
 */
export async function main(options: MainOptions = {}): Promise<Running | undefined> {
  const lifecycle = new ProcessLifecycle(options)
  let signalledAt = Number.NEGATIVE_INFINITY
  const onSignal = () => {
    if (performance.now() - signalledAt < sameSignalMs) return
    signalledAt = performance.now()
    void lifecycle.stop(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // Started by the launcher, which has died.
  process.on('disconnect', onSignal)
  // The console may close before this process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const onUnforeseen = (error: unknown) => {
    printError('Trastienda stops because of an unforeseen fault', error)
    void lifecycle.stop(1)
  }
  process.on('uncaughtException', onUnforeseen)
  process.on('unhandledRejection', onUnforeseen)
  try {
    return await lifecycle.start(options.env ?? process.env)
  } catch (error) {
    if (!lifecycle.stopping) printError('Trastienda cannot start', error)
    await lifecycle.stop(1)
  }
}

if (import.meta.main) await main()
