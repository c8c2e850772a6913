import { resolve } from 'node:path'
import type { ReplacedWords } from '../calls/messages.ts'
import type { MailLayout } from '../emails/layout.ts'
import { mailLayoutOf, mailWordsOf } from './mailConfig.ts'
import { ConfigProblem } from '../database/configProblem.ts'
import { addressesOf } from '../database/hosts.ts'
import type { Secrets } from './secrets.ts'
import { settings, type SettingName } from './settings.ts'
import {
  type Analytics,
  analyticsOf,
  type Debiting,
  debitingOf,
  type JournalAccounts,
  journalAccountsOf,
  type PluginVersions,
  pluginVersionsOf,
} from './optionalConfig.ts'
import { type Brand, brandOf, shopWordsOf } from './brandConfig.ts'
import { type BankConfig, bankOf } from './bankConfig.ts'
import { cardsOf, type CardsConfig } from './cardsConfig.ts'
import { decisionOf, type DecisionConfig } from './decisionConfig.ts'
import { consoleOf, type ConsoleConfig } from './consoleConfig.ts'
import { demoConfigOf, type DemoConfig } from './demoConfig.ts'
import { identityOf, type IdentityConfig } from './identityConfig.ts'
import { invoicingOf, type Invoicing } from './invoicingConfig.ts'
import { accountInformationOf, identityProviderOf, type AccountInformationConfig, type IdentityProviderConfig } from './partnersConfig.ts'
import { type MonitoringConfig, monitoringOf } from './monitoringConfig.ts'
import { termsConfigOf, type TermsConfig } from './termsConfig.ts'
import { smsOf, type SmsConfig } from './smsConfig.ts'
import { clamavOf, type ClamavAddress } from './virusConfig.ts'
import { secretsOf } from './secretsConfig.ts'
import { sessionOf, type SessionConfig } from './sessionConfig.ts'

export { ConfigProblem }

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
    databaseWaitSeconds: number
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
    /** Operations of the big demo shop. */
    demoOperations: number
    /** Sign sessions and links, and encrypt authenticator apps. */
    sessionSecrets: Secrets
    /** Encrypt what is presented to other servers: private keys of shops, signing secrets of webhooks. */
    keySecrets: Secrets
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

function wholeNumber(read: Read, name: SettingName, min: number, max: number): number {
  const text = read(name)
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) throw refuse(name, text, `a whole number from ${min} to ${max}`)
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

/** A web address to which paths are appended: without a slash at its end. */
const baseAddress = (read: Read, name: SettingName): string => address(read, name, web).replace(/\/+$/, '')

/** A URL of one or several hosts, each of which is validated. */
function databaseAddress(read: Read, name: SettingName): string {
  for (const one of addressesOf(read(name))) address(() => one, name, postgres)
  return read(name)
}

const web = ['http:', 'https:'] as const
const postgres = ['postgres:', 'postgresql:'] as const

function publicUrlOf(read: Read, port: number, host: string): string {
  const url = address(read, 'PUBLIC_URL', web)
  if (url && new URL(url).pathname !== '/')
    throw refuse('PUBLIC_URL', url, 'an address without a path: the product stands at the root of its host')
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return url ? new URL(url).origin : `http://${shown}:${port}`
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
    databaseConnections: wholeNumber(read, 'DATABASE_CONNECTIONS', 2, 500),
    databaseWaitSeconds: wholeNumber(read, 'DATABASE_WAIT_SECONDS', 0, 3_600),
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
  const [port, host] = [wholeNumber(read, 'PORT', 1, 65_535), read('HOST')]
  const database = databaseOf(read)
  const brand = brandOf(read)
  const refundHoldSeconds = wholeNumber(read, 'REFUND_HOLD_SECONDS', 0, 300)
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
    demoOperations: wholeNumber(read, 'DEMO_OPERATIONS', 1_000, 20_000),
    brand,
    shopWords: shopWordsOf(read, brand.vendor),
    pluginVersions: pluginVersionsOf(read),
    trialHours: wholeNumber(read, 'TRIAL_HOURS', 1, 168),
    invoicing: invoicingOf(read),
    debiting: debitingOf(read),
    terms: termsConfigOf((name, min, max) => wholeNumber(read, name, min, max)),
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
    maxIdleMinutes: wholeNumber(read, 'MOST_IDLE_MINUTES', 30, 480),
    codeRestSeconds: wholeNumber(read, 'CODE_REST_SECONDS', 10, 300),
    smsHourly: {
      phone: wholeNumber(read, 'SMS_HOURLY_PHONE', 1, 100_000),
      shop: wholeNumber(read, 'SMS_HOURLY_SHOP', 1, 1_000_000),
      network: wholeNumber(read, 'SMS_HOURLY_NETWORK', 1, 100_000),
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
      vendorApiUrl: baseAddress(read, 'VENDOR_API_URL'),
      onboardingUrl: address(read, 'ONBOARDING_URL', web),
      loginUrl: address(read, 'LOGIN_URL', web),
      checkoutUrl: baseAddress(read, 'CHECKOUT_URL'),
      providerScriptUrl: address(read, 'PROVIDER_SCRIPT_URL', web),
    },
    dataDir,
    dataDirIsDefault: !env.DATA_DIR?.trim(),
    ...secretsOf(read, dataDir),
  }
}
