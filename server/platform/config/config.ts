import { resolve } from 'node:path'
import type { ReplacedWords } from '../calls/messages.ts'
import type { MailLayout } from '../emails/layout.ts'
import { mailLayoutOf, mailWordsOf } from './mailConfig.ts'
import { ConfigProblem } from '../database/configProblem.ts'
import { addressesOf } from '../database/hosts.ts'
import {
  type Analytics,
  analyticsOf,
  analyticsSettings,
  type Debiting,
  debitingOf,
  debitSettings,
  type JournalAccounts,
  journalAccountsOf,
  journalSettings,
  pluginSettings,
  type PluginVersions,
  pluginVersionsOf,
} from './optionalConfig.ts'
import { type Brand, brandOf, brandSettings, shopWordsOf } from './brandConfig.ts'
import { type BankConfig, bankOf, bankSettings } from './bankConfig.ts'
import { cardsOf, cardsSettings, type CardsConfig } from './cardsConfig.ts'
import { decisionOf, decisionSettings, type DecisionConfig } from './decisionConfig.ts'
import { consoleOf, consoleSettings, type ConsoleConfig } from './consoleConfig.ts'
import { demoConfigOf, demoSettings, type DemoConfig } from './demoConfig.ts'
import { identityOf, identitySettings, type IdentityConfig } from './identityConfig.ts'
import { invoicingOf, invoicingSettings, type Invoicing } from './invoicingConfig.ts'
import {
  accountInformationOf,
  identityProviderOf,
  partnersSettings,
  type AccountInformationConfig,
  type IdentityProviderConfig,
} from './partnersConfig.ts'
import { type MonitoringConfig, monitoringOf, monitoringSettings } from './monitoringConfig.ts'
import { termsConfigOf, termsSettings, type TermsConfig } from './termsConfig.ts'
import { smsOf, smsSettings, type SmsConfig } from './smsConfig.ts'
import { clamavOf, type ClamavAddress, virusSettings } from './virusConfig.ts'
import { secretsOf } from './secretsConfig.ts'
import { sessionOf, sessionSettings, type SessionConfig } from './sessionConfig.ts'

export { ConfigProblem }

/** Every setting: its default when unset or empty, and its description. No other environment variable is read. */
export const settings = {
  PORT: ['3000', 'Port for everything: pages, API, health'],
  HOST: ['127.0.0.1', 'Address to listen on; 0.0.0.0 for all'],
  PUBLIC_URL: ['', 'How browsers reach it, without a path; default http://HOST:PORT'],
  TRUST_PROXY: ['', 'Proxies whose X-Forwarded headers count: a number of hops, or addresses separated by commas'],
  ...sessionSettings,
  ...consoleSettings,
  DATA_DIR: ['./.data', 'Folder of the embedded database and the session secret'],
  DATABASE_URL: [
    '',
    'A PostgreSQL >= 15 instead of the embedded one; its role must be neither superuser nor BYPASSRLS. Several hosts (one:5432,two:5432): the primary among them',
  ],
  DATABASE_MIGRATION_URL: ['', "The same database with the tables' owner, for migrations; default DATABASE_URL"],
  DATABASE_CONNECTIONS: ['20', 'Connections in the pool, 2 to 500'],
  BACKUP_DIR: [
    '',
    'Where the WAL of the embedded database is archived continuously, and npm run backup writes base backups; default nowhere',
  ],
  ERASURES_DIR: ['', 'Folder of the register of erasures, which are applied again at the start after a restore; default BACKUP_DIR'],
  WORKERS: ['yes', 'Whether this process also runs background jobs: yes, or no where other processes of the same database do'],
  ...demoSettings,
  SESSION_SECRET: ['', 'At least 32 characters, the same on all machines; default a file in DATA_DIR'],
  KEY_ENCRYPTION_KEY: [
    '',
    "Encrypts the copies of shops' private keys that callbacks present: at least 32 characters; default SESSION_SECRET",
  ],
  PUSH_PRIVATE_KEY: [
    '',
    'VAPID key of push notifications: a P-256 private key, 32 bytes in base64url; default derived from SESSION_SECRET',
  ],
  SIGN_UP: ['closed', 'Whether merchants ask for an account on the sign-in page: open, or closed (by invitation only)'],
  SECOND_FACTOR: ['optional', 'Who must have a second factor: optional (nobody must) or owners_admins'],
  ...monitoringSettings,
  SMTP_URL: ['', 'smtp:// or smtps:// address of the outgoing mail; without it e-mails are files in DATA_DIR/outbox'],
  ...smsSettings,
  MAIL_FROM: ['', "Sender of all mail; default the brand's name at the support address"],
  MAIL_TEMPLATES_DIR: ['', 'Folder with a layout.html, and a layout.txt if wanted, for all mail in place of the built ones'],
  MAIL_WORDS_DIR: ['', 'Folder with es.json, ca.json and so on: words of e-mails in place of the built ones (docs/white-label.md)'],
  ...cardsSettings,
  ...decisionSettings,
  ...bankSettings,
  ...identitySettings,
  ...partnersSettings,
  ...virusSettings,
  REFUND_HOLD_SECONDS: ['20', 'How long a refund can be undone, 0 to 300 seconds'],
  MOST_IDLE_MINUTES: ['30', 'Longest idle timeout that users may choose for their session, 30 to 480 minutes; the default timeout is 30'],
  SMS_HOURLY_PHONE: ['12', 'Text messages an hour to one phone, over all shops'],
  SMS_HOURLY_SHOP: ['2000', 'Text messages an hour from one shop'],
  SMS_HOURLY_NETWORK: ['120', 'Text messages an hour requested from one network'],
  CODE_REST_SECONDS: ['30', 'How soon a customer may ask for another one-time code, 10 to 300 seconds'],
  NODE_ENV: ['development', 'production, development or test'],
  ...brandSettings,
  TRIAL_HOURS: ['6', 'After how many hours a shop whose website sends only test orders is notified, 1 to 168'],
  VENDOR_API_URL: ['', 'Host of the API; default the same origin'],
  ONBOARDING_URL: ['', 'External onboarding; default our own pages'],
  LOGIN_URL: ['', 'Login page; default our own'],
  CHECKOUT_URL: ['', "Consumer's checkout pages; default our own"],
  ...pluginSettings,
  ...invoicingSettings,
  ...journalSettings,
  ...debitSettings,
  ...termsSettings,
  ...analyticsSettings,
  PROVIDER_SCRIPT_URL: ['', "Script loaded in sandbox, with {key} for the shop's public key; default none"],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type SettingName = keyof typeof settings
type Read = (name: SettingName) => string

/** Empty: the same origin, or none for the script. */
type Hosts = { vendorApiUrl: string; onboardingUrl: string; loginUrl: string; checkoutUrl: string; providerScriptUrl: string }

export type Config = SessionConfig &
  MonitoringConfig &
  DemoConfig & {
    port: number
    host: string
    publicUrl: string
    trustProxy: false | number | string
    console: ConsoleConfig
    dataDir: string
    dataDirIsDefault: boolean
    /** `null`: the embedded database. */
    databaseUrl: string | null
    migrationUrl: string | null
    databaseConnections: number
    /** Folder of the embedded database's backups; null: no backups. */
    backupDir: string | null
    /** Folder of the register of erasures, outside the database; null: none. */
    erasuresDir: string | null
    /** Whether this process runs background jobs. */
    workers: boolean
    seed: 'demo' | 'none'
    /** SEED is unset: demo data is never added to real data, and the start is not refused because of it. */
    seedIsDefault: boolean
    demoPassword: string
    sessionSecret: string
    /** Encrypts the stored private keys of shops. */
    keySecret: string
    /** Identifies us to push services (VAPID): a P-256 private key, base64url. */
    pushKey: string
    smtpUrl: string | null
    mailFrom: string
    /** The partner that sends text messages, with its own settings. */
    sms: SmsConfig
    /** Null: files are not checked for viruses. */
    clamav: ClamavAddress | null
    mailLayout: MailLayout
    /** Words of e-mails in place of the built ones. */
    mailWords: ReplacedWords
    /** The provider of card payments, with its own settings. */
    cards: CardsConfig
    /** Who decides on credit, and what holds when nobody answers. */
    decision: DecisionConfig
    /** The bank that pays merchants and charges them. */
    bank: BankConfig
    /** The partner that reads customers' accounts, with its own settings. */
    accountInformation: AccountInformationConfig
    identityProvider: IdentityProviderConfig
    /** Reads a setting that a partner's module names; empty: not set. */
    partnerSetting: (name: string) => string
    /** What holds when nobody looked at an identity check in time. */
    identity: IdentityConfig
    refundHoldSeconds: number
    /** Maximum of the idle timeout that users may choose. */
    maxIdleMinutes: number
    codeRestSeconds: number
    /** Text messages an hour: to one phone over all shops, from one shop, requested from one network. */
    smsHourly: { phone: number; shop: number; network: number }
    /** Merchants may ask for an account themselves. */
    signUp: boolean
    /** Who must have a second factor. */
    secondFactor: 'optional' | 'owners_admins'
    nodeEnv: 'production' | 'development' | 'test'
    /** Whether answers are validated against the contract; not in production. */
    checkAnswers: boolean
    brand: Brand
    /** Names by which shops' plugins know us, our own first. */
    shopWords: string[]
    /** The newest version of each plugin. */
    pluginVersions: PluginVersions
    /** Hours of only test orders after which a shop is notified. */
    trialHours: number
    invoicing: Invoicing
    debiting: Debiting
    terms: TermsConfig
    journalAccounts: JournalAccounts
    analytics: Analytics
    hosts: Hosts
  }

const refuse = (name: SettingName, value: string, wanted: string) => new ConfigProblem(`${name}="${value}" is not ${wanted}.`)

function whole(read: Read, name: SettingName, least: number, most: number): number {
  const text = read(name)
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) throw refuse(name, text, `a whole number from ${least} to ${most}`)
  return value
}

function oneOf<const T extends string>(name: SettingName, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (!found) throw refuse(name, value, `one of ${choices.join(', ')}`)
  return found
}

function address(read: Read, name: SettingName, protocols: readonly string[]): string {
  const text = read(name)
  if (text && !protocols.includes(URL.parse(text.replaceAll('{key}', 'key'))?.protocol ?? '')) {
    // A database URL contains a password, so it is not printed.
    throw new ConfigProblem(`${name} is not an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`)
  }
  return text
}

/** A URL of one or several hosts, each of which is validated. */
function databaseAddress(read: Read, name: SettingName): string {
  for (const one of addressesOf(read(name))) address(() => one, name, postgres)
  return read(name)
}

const web = ['http:', 'https:'] as const
const postgres = ['postgres:', 'postgresql:'] as const

function publicUrlOf(read: Read, port: number, host: string): string {
  const given = address(read, 'PUBLIC_URL', web)
  if (given && new URL(given).pathname !== '/')
    throw refuse('PUBLIC_URL', given, 'an address without a path: the product stands at the root of its host')
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return given ? new URL(given).origin : `http://${shown}:${port}`
}

function databaseOf(read: Read) {
  const databaseUrl = databaseAddress(read, 'DATABASE_URL') || null
  const migrationUrl = databaseAddress(read, 'DATABASE_MIGRATION_URL') || null
  if (!databaseUrl && migrationUrl) throw new ConfigProblem('DATABASE_MIGRATION_URL needs DATABASE_URL.')
  if (databaseUrl && read('BACKUP_DIR'))
    throw new ConfigProblem(
      'BACKUP_DIR is for the embedded database: DATABASE_URL is backed up by its own means. The register of erasures alone goes to ERASURES_DIR.',
    )
  const folder = (name: SettingName) => (read(name) ? resolve(read(name)) : null)
  const seed = oneOf('SEED', read('SEED') || (databaseUrl ? 'none' : 'demo'), ['demo', 'none'])
  return {
    databaseUrl,
    migrationUrl,
    databaseConnections: whole(read, 'DATABASE_CONNECTIONS', 2, 500),
    backupDir: folder('BACKUP_DIR'),
    erasuresDir: folder('ERASURES_DIR') ?? folder('BACKUP_DIR'),
    workers: oneOf('WORKERS', read('WORKERS'), ['yes', 'no']) === 'yes',
    seed,
    seedIsDefault: read('SEED') === '',
  }
}

function trustProxyOf(read: Read): Config['trustProxy'] {
  const text = read('TRUST_PROXY')
  if (text === '' || text === 'false' || text === '0') return false
  if (/^\d$/.test(text)) return Number(text)
  if (/^[0-9a-f.:/, ]+$/i.test(text)) return text
  // "true" would let any client choose its own address.
  throw refuse('TRUST_PROXY', text, 'a number of proxies or a list of their addresses')
}

/**
 * Reads every setting. Throws a one-line `ConfigProblem` that names an invalid one. `demo`: whether demo data is in use, once the database has been
 * read; before that, SEED decides.
 */
export function loadConfig(env: Record<string, string | undefined>, demo?: boolean): Config {
  const read: Read = (name) => env[name]?.trim() || settings[name][0]
  const nodeEnv = oneOf('NODE_ENV', read('NODE_ENV'), ['production', 'development', 'test'])
  const [port, host] = [whole(read, 'PORT', 1, 65_535), read('HOST')]
  const database = databaseOf(read)
  const brand = brandOf(read)
  const refundHoldSeconds = whole(read, 'REFUND_HOLD_SECONDS', 0, 300)
  const demoPassword = read('DEMO_PASSWORD')
  const dataDir = resolve(read('DATA_DIR'))
  if (demoPassword.length < 12) throw new ConfigProblem('DEMO_PASSWORD is shorter than 12 characters.')
  return {
    port,
    host,
    publicUrl: publicUrlOf(read, port, host),
    trustProxy: trustProxyOf(read),
    ...sessionOf(read),
    console: consoleOf(read),
    ...database,
    ...demoConfigOf(read, demo ?? database.seed === 'demo'),
    demoPassword,
    brand,
    shopWords: shopWordsOf(read, brand.vendor),
    pluginVersions: pluginVersionsOf(read),
    trialHours: whole(read, 'TRIAL_HOURS', 1, 168),
    invoicing: invoicingOf(read),
    debiting: debitingOf(read),
    terms: termsConfigOf((name, least, most) => whole(read, name, least, most)),
    journalAccounts: journalAccountsOf(read),
    analytics: analyticsOf(read, brand.vendor),
    nodeEnv,
    cards: cardsOf(read),
    decision: decisionOf(read),
    bank: bankOf(read),
    identity: identityOf(read),
    accountInformation: accountInformationOf(read),
    identityProvider: identityProviderOf(read),
    partnerSetting: (name) => env[name]?.trim() ?? '',
    refundHoldSeconds,
    maxIdleMinutes: whole(read, 'MOST_IDLE_MINUTES', 30, 480),
    codeRestSeconds: whole(read, 'CODE_REST_SECONDS', 10, 300),
    smsHourly: {
      phone: whole(read, 'SMS_HOURLY_PHONE', 1, 100_000),
      shop: whole(read, 'SMS_HOURLY_SHOP', 1, 1_000_000),
      network: whole(read, 'SMS_HOURLY_NETWORK', 1, 100_000),
    },
    signUp: oneOf('SIGN_UP', read('SIGN_UP'), ['open', 'closed']) === 'open',
    secondFactor: oneOf('SECOND_FACTOR', read('SECOND_FACTOR'), ['optional', 'owners_admins']),
    checkAnswers: nodeEnv !== 'production',
    ...monitoringOf(read, brand.vendor),
    smtpUrl: address(read, 'SMTP_URL', ['smtp:', 'smtps:']) || null,
    sms: smsOf(read, publicUrlOf(read, port, host)),
    clamav: clamavOf(read),
    mailFrom: read('MAIL_FROM') || `${brand.name} <${brand.supportEmail}>`,
    mailLayout: mailLayoutOf(read('MAIL_TEMPLATES_DIR')),
    mailWords: mailWordsOf(read('MAIL_WORDS_DIR')),
    hosts: {
      vendorApiUrl: address(read, 'VENDOR_API_URL', web),
      onboardingUrl: address(read, 'ONBOARDING_URL', web),
      loginUrl: address(read, 'LOGIN_URL', web),
      checkoutUrl: address(read, 'CHECKOUT_URL', web),
      providerScriptUrl: address(read, 'PROVIDER_SCRIPT_URL', web),
    },
    dataDir,
    dataDirIsDefault: !env.DATA_DIR?.trim(),
    ...secretsOf(read, dataDir),
  }
}
