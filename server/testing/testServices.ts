import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, api, type CallName } from '#contract/index'
import type { AnswerOf, BodyInput, Endpoint, PathParams, QueryInput } from '#contract/platform/endpoint'
import type { RefusalType } from '#contract/platform/errors'
import { testExemptions } from './invoices/invoicingFixture.ts'
import { spanishChart } from '#domain/money/journal'
import type { Config } from '../platform/config/config.ts'
import type { Mode } from '../platform/database/scope.ts'
import { fixtureDatabase, testDatabase, type TestDatabase } from './testDatabase.ts'
import { assertBooks } from './operations/testBooks.ts'
import { assertNamedEntries, assertNamedFields } from './provider/unnamedFields.ts'
import { assertPlainWords, rawWordsOfFile } from './plainWords.ts'
import { ownerRows } from './testOwner.ts'
import { basisPoints } from '#domain/platform/money'
import { vapidKeyOf } from '../platform/outbound/vapid.ts'
import type { Services } from '../platform/calls/call.ts'
import { readLayout } from '../platform/emails/layout.ts'
import { buildServer } from '../app/server.ts'
import { sendHttp } from './sendHttp.ts'
import { cheapCost, personas, testPassword, writeFixture, type Persona } from './testFixture.ts'
import { testSecret } from './testSecret.ts'
import { toCamel, toSnake } from '../platform/calls/wire.ts'

/** A browser's session. `cookie` is the companion cookie, `name=value`. */
export type TestSession = { accessToken: string; refreshToken: string; cookie: string }
/** A persona (signed in once and cached), a separate session, or none. */
export type As = Persona | TestSession | undefined

export type TestCall<N extends CallName> = {
  params?: PathParams<Api[N]>
  query?: QueryInput<Api[N]>
  body?: BodyInput<Api[N]>
  /** Sent as a form, with the body's fields. */
  file?: { name: string; bytes: Uint8Array; type?: string }
  as?: As
  mode?: Mode
  /** Idempotency-Key */
  key?: string
  headers?: Record<string, string>
}
/** `body` is the contract's response and `error` the refusal, both camelCase: read the one that fits the status. */
/** `bytes`: of a file; `raw`: the same as text. */
export type TestAnswer<N extends CallName> = {
  status: number
  headers: Headers
  raw: string
  bytes: Buffer
  body: AnswerOf<Api[N]>
  error: TestError
}
type TestError = {
  type: RefusalType
  message: string
  fields?: { name: string; code: string; message: string }[] & { uuid?: string }
  requestId: string
}
export type RawRequest = {
  body?: string | FormData | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  as?: As
  mode?: Mode
  key?: string
}
type TestServerOptions = {
  now?: Date
  refundHoldSeconds?: number
  config?: Partial<Config>
  database?: TestDatabase
  fixture?: boolean
  /** False: the suite writes rows that no handler would; else the ledger is checked when the server closes, so that no suite leaves it inconsistent. */
  proved?: boolean
  /** True: every field that the suite leaves in the provider's log must have words in the console. */
  worded?: boolean
  /** Runs the server's own workers, as in production; by default a test triggers the clock itself. */
  workers?: boolean | 'watch'
  /** Smaller parts of stored reports. */
  reportPartBytes?: number
}

export type TestServer = {
  url: string
  services: Services
  database: TestDatabase
  /** One call over real HTTP, typed by the contract. */
  call<N extends CallName>(name: N, options?: TestCall<N>): Promise<TestAnswer<N>>
  /** Any raw request, for what no well-behaved client would send. */
  send(method: string, path: string, options?: RawRequest): Promise<{ status: number; headers: Headers; raw: string; bytes: Buffer }>
  /** The persona's cached session; a new one if its access token has expired by the clock. */
  as(persona: Persona): Promise<TestSession>
  /** A separate session. */
  signIn(persona: Persona, headers?: Record<string, string>): Promise<TestSession>
  /** Rows of a statement run as the owner of all tables, without row-level security. */
  ownerSql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Moves the server's clock forward (the database keeps its own). */
  moveClock(ms: number): void
  /** Stops the server's clock except for explicit moves, until it is started: a slow machine then has no influence. */
  stopClock(): void
  startClock(): void
  /** Handles all due deadlines and all queued jobs, by the server's clock or another's; returns how many deadlines were taken. */
  runClock(services?: Services): Promise<number>
  close(): Promise<void>
}

const simulatedPartners = {
  cards: { name: 'simulated' },
  identityProvider: { name: 'simulated' },
  accountInformation: { name: 'simulated' },
  sms: { name: 'files' },
  clamav: null,
  partnerSetting: () => '',
} as const

const testInvoicing = {
  issuer: { taxId: 'A00000000', address: 'Calle de la Prueba, 1', postcode: '28001', city: 'Madrid', province: 'Madrid' },
  series: 'F',
  rectifyingSeries: 'R',
  exemptions: testExemptions,
  verifactu: null,
  signer: null,
} as const

function testConfig(options: TestServerOptions, dataDir: string): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1',
    trustProxy: false,
    cookieDomain: null,
    pageOrigins: [],
    session: 'cookie',
    console: { url: null, allow: null, secondPerson: true, openid: null },
    dataDir,
    dataDirIsDefault: false,
    databaseUrl: null,
    migrationUrl: null,
    databaseConnections: 10,
    databaseWaitSeconds: 0,
    backupDir: null,
    erasuresDir: null,
    workers: true,
    seed: 'none',
    seedIsDefault: false,
    demo: false,
    demoPassword: testPassword,
    demoOperations: 1_000,
    sessionSecrets: [testSecret],
    keySecrets: ['another secret of the tests, longer than thirty-two characters'],
    pushKey: vapidKeyOf('a key of the tests'),
    metricsToken: 'a-token-of-a-prometheus',
    tracing: null,
    smtpUrl: null,
    ...simulatedPartners,
    identity: { fallback: 'refuse' },
    mailFrom: 'Trastienda <ayuda@trastienda.test>',
    mailLayout: readLayout(null),
    mailWords: new Map(),
    decision: { engine: null, fallback: 'rules', hours: 24 },
    bank: { iban: null, payoutDir: null, statusDir: null },
    refundHoldSeconds: options.refundHoldSeconds ?? 20,
    maxIdleMinutes: 60,
    codeRestSeconds: 30,
    smsHourly: { phone: 100_000, shop: 100_000, network: 100_000 },
    privateAddresses: 'sandbox',
    signUp: false,
    secondFactor: 'optional',
    confirmNewDevices: false,
    logLevel: 'error',
    nodeEnv: 'test',
    checkAnswers: true,
    brand: {
      name: 'Trastienda',
      vendor: 'trastienda',
      legalName: 'Trastienda',
      supportEmail: 'ayuda@trastienda.test',
      supportPhone: '900 000 000',
      colours: {},
    },
    shopWords: ['trastienda'],
    trialHours: 6,
    pluginVersions: { woocommerce: '4.3.0', prestashop: '8.4.0', magento: '3.2.1' },
    debiting: { creditorId: 'ES37000A00000000' },
    terms: { noticeDays: 30, maxTae: basisPoints(4_000) },
    invoicing: testInvoicing,
    journalAccounts: spanishChart,
    analytics: { url: '/analytics', key: 'trastienda', scriptUrl: '', global: 'analytics' },
    hosts: { vendorApiUrl: '', onboardingUrl: '', loginUrl: '', checkoutUrl: '', providerScriptUrl: '' },
    ...options.config,
  }
}

const acceptOf = (mode: Mode) => `application/vnd.trastienda${mode === 'sandbox' ? '.sandbox' : ''}.v2+json`

function addressOf<N extends CallName>(name: N, { params = {} as PathParams<Api[N]>, query }: TestCall<N>): string {
  const path = api[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, string>)[key] ?? '')),
  )
  const pairs = Object.entries(toSnake(query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

function formOf(field: string, body: object, { name, bytes, type = '' }: { name: string; bytes: Uint8Array; type?: string }): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(toSnake(body) as object)) form.append(key, String(value))
  form.append(field, new Blob([Buffer.from(bytes)], { type }), name)
  return form
}

const jsonOf = (raw: string): unknown => {
  try {
    return toCamel(JSON.parse(raw))
  } catch {
    return undefined
  }
}

type SendOptions = NonNullable<Parameters<TestServer['send']>[2]>

/** Else every longer answer is packed and unpacked again, which costs more than most calls; server/platform/pages/compress.test.ts asks for it. */
const unpacked = { 'accept-encoding': 'identity' }

function headersOf({ body, headers = {}, mode = 'live', key }: SendOptions, session: TestSession | undefined): Record<string, string> {
  return {
    accept: acceptOf(mode),
    ...unpacked,
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(session ? { authorization: `Bearer ${session.accessToken}`, cookie: session.cookie } : {}),
    ...headers,
  }
}

type Answer = Awaited<ReturnType<typeof sendHttp>>

/** By `fetch` what it alone can do: forms, streams, and packed answers. */
async function ask(url: string, method: string, options: SendOptions, session: TestSession | undefined): Promise<Answer> {
  const { body } = options
  const headers = headersOf(options, session)
  if ((body === undefined || typeof body === 'string') && headers['accept-encoding'] === unpacked['accept-encoding'])
    return sendHttp(url, { method, headers, body })
  const stream = body instanceof ReadableStream ? { duplex: 'half' as const } : {}
  const answer = await fetch(url, { method, redirect: 'manual', headers, ...(body === undefined ? {} : { body }), ...stream })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** An answer with its text. Throws when it is a file for people that has words of programs. */
function readAnswer(path: string, { status, headers, bytes }: Answer): Answer & { raw: string } {
  const isFile = headers.get('content-disposition')?.startsWith('attachment') === true
  const words = isFile ? rawWordsOfFile(bytes) : []
  if (words.length > 0) throw new Error(`words of programs in the file of ${path}: ${[...new Set(words)].slice(0, 20).join('; ')}`)
  return { status, headers, raw: bytes.toString('utf8'), bytes }
}

/** Checks what a suite leaves behind: the ledger, the words of what waited for a second person, and those of all that people were told. Removes its resources. */
async function leave(
  { ownerUrl, drop }: TestDatabase,
  { proved = true, worded = false, database: given }: TestServerOptions,
  config: Config,
): Promise<void> {
  try {
    if (proved) await assertBooks(ownerUrl)
    await assertNamedFields(ownerUrl)
    if (worded) await assertNamedEntries(ownerUrl)
    await assertPlainWords(ownerUrl, config)
  } finally {
    if (!given) await drop()
  }
}

/**
 * The whole server on its own database, called over HTTP on a free port, with the fixture of `testFixture.ts`.
 * Close it in `afterAll`; a database passed in stays.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const withFixture = options.fixture ?? !options.database
  const database = options.database ?? (await (withFixture ? fixtureDatabase() : testDatabase()))
  if (options.database && withFixture) await writeFixture(database.ownerUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-test-'))
  let [aheadMs, stoppedMs] = [options.now ? options.now.getTime() - Date.now() : 0, null as number | null]
  const now = () => new Date((stoppedMs ?? Date.now()) + aheadMs)
  const config = testConfig(options, dataDir)
  const server = await buildServer({
    config,
    databaseUrl: database.appUrl,
    // A hundred calls at once wait for ten connections: on a busy machine longer than a user would.
    databaseWaitMs: 60_000,
    passwordCost: cheapCost,
    reportPartBytes: options.reportPartBytes,
    now,
    workers: options.workers ?? false,
  })
  const url = await server.listen()
  const sessions = new Map<Persona, { session: Promise<TestSession>; at: number }>()

  const send: TestServer['send'] = async (method, path, request = {}) => {
    const session = typeof request.as === 'string' ? await as(request.as) : request.as
    return readAnswer(path, await ask(url + path, method, request, session))
  }

  const call: TestServer['call'] = async (name, given = {}) => {
    const { body, file, as: who, mode, key, headers } = given
    const { file: fileRule }: Endpoint = api[name]
    const sent = file ? formOf(fileRule?.name ?? 'file', body ?? {}, file) : body === undefined ? undefined : JSON.stringify(toSnake(body))
    const answer = await send(api[name].method, addressOf(name, given), {
      ...(sent === undefined ? {} : { body: sent }),
      as: who,
      ...(mode ? { mode } : {}),
      ...(key === undefined ? {} : { key }),
      ...(headers ? { headers } : {}),
    })
    const read = jsonOf(answer.raw) as { error?: TestError } | undefined
    // The response is typed by its status; the server itself validates it against the contract here.
    return { ...answer, body: read as never, error: (read?.error ?? {}) as TestError } // checked against the contract by the server
  }

  const signIn: TestServer['signIn'] = async (persona, headers = {}) => {
    const answer = await call('sessionSignIn', { body: { email: personas[persona].email, password: testPassword }, headers })
    if (answer.status !== 200) throw new Error(`${persona} cannot sign in: ${answer.status} ${answer.raw}`)
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { accessToken: answer.body.accessToken, refreshToken: answer.body.refreshToken, cookie }
  }

  const as: TestServer['as'] = (persona) => {
    const earlier = sessions.get(persona)
    if (earlier && now().getTime() - earlier.at < 9 * 60_000) return earlier.session
    const session = signIn(persona)
    sessions.set(persona, { session, at: now().getTime() })
    return session
  }

  return {
    url,
    services: server.services,
    database,
    call,
    send,
    as,
    signIn,
    ownerSql: (text, values) => ownerRows(database.ownerUrl, text, values),
    moveClock: (ms) => void (aheadMs += ms),
    stopClock: () => void (stoppedMs = Date.now()),
    startClock: () => void (stoppedMs = null),
    runClock: server.runClock,
    async close() {
      await server.close()
      await leave(database, options, config).finally(() => rmSync(dataDir, { recursive: true, force: true }))
    },
  }
}
