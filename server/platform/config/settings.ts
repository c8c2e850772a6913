import { bankSettings } from './bankConfig.ts'
import { brandSettings } from './brandConfig.ts'
import { cardsSettings } from './cardsConfig.ts'
import { consoleSettings } from './consoleConfig.ts'
import { decisionSettings } from './decisionConfig.ts'
import { demoSettings } from './demoConfig.ts'
import { identitySettings } from './identityConfig.ts'
import { invoicingSettings } from './invoicingConfig.ts'
import { monitoringSettings } from './monitoringConfig.ts'
import { analyticsSettings, debitSettings, journalSettings, pluginSettings } from './optionalConfig.ts'
import { partnersSettings } from './partnersConfig.ts'
import { sessionSettings } from './sessionConfig.ts'
import { smsSettings } from './smsConfig.ts'
import { termsSettings } from './termsConfig.ts'
import { virusSettings } from './virusConfig.ts'

/** Every setting by its matter: its default when unset or empty, and its description. No other environment variable is read. */
export const settingGroups = {
  'Addresses and sessions': {
    PORT: ['3000', 'Port for everything: pages, API, health'],
    HOST: ['127.0.0.1', 'Address to listen on; 0.0.0.0 for all'],
    PUBLIC_URL: ['', 'How browsers reach it, without a path; default http://HOST:PORT'],
    TRUST_PROXY: ['', 'Proxies whose X-Forwarded headers count: a number of hops, or addresses separated by commas'],
    ...sessionSettings,
    MOST_IDLE_MINUTES: ['30', 'Longest idle timeout that users may choose for their session, 30 to 480 minutes; the default timeout is 30'],
    SIGN_UP: ['closed', 'Whether merchants ask for an account on the sign-in page: open, or closed (by invitation only)'],
    SECOND_FACTOR: ['optional', 'Who must have a second factor: optional (nobody must) or owners_admins'],
  },
  'The provider’s console': {
    ...consoleSettings,
  },
  'Database, data and processes': {
    DATABASE_URL: [
      '',
      'A PostgreSQL >= 15 instead of the embedded one; its role must be neither superuser nor BYPASSRLS. Several hosts (one:5432,two:5432): the primary among them; each a server of its own, not two addresses of one',
    ],
    DATABASE_MIGRATION_URL: ['', "The same database with the tables' owner, for migrations; default DATABASE_URL"],
    DATABASE_CONNECTIONS: ['20', 'Connections in the pool, 2 to 500'],
    DATABASE_WAIT_SECONDS: ['60', 'How long a start waits for a database that cannot be reached yet, 0 to 3600 s'],
    DATA_DIR: ['./.data', 'Folder of the embedded database and the session secret'],
    BACKUP_DIR: [
      '',
      'Where the WAL of the embedded database is archived continuously, and npm run backup writes base backups; default nowhere',
    ],
    ERASURES_DIR: ['', 'Folder of the register of erasures, which are applied again at the start after a restore; default BACKUP_DIR'],
    WORKERS: ['yes', 'Whether this process also runs background jobs: yes, or no where other processes of the same database do'],
    NODE_ENV: ['development', 'production, development or test'],
  },
  'Demo data, and what depends on it': {
    ...demoSettings,
  },
  Secrets: {
    SESSION_SECRET: [
      '',
      'Signs sessions and links, and encrypts the secrets of authenticator apps: at least 32 characters, the same on all machines; default a file in DATA_DIR',
    ],
    SESSION_SECRET_FALLBACKS: ['', 'Other values that still verify and decrypt while it is changed, separated by commas (docs/runbook.md)'],
    KEY_ENCRYPTION_KEY: [
      '',
      "Encrypts the copies of shops' private keys that callbacks present, and the signing secrets of webhooks and of the provider's events: at least 32 characters; default SESSION_SECRET",
    ],
    KEY_ENCRYPTION_KEY_FALLBACKS: ['', 'Other values that still decrypt while it is changed, separated by commas (docs/runbook.md)'],
    PUSH_PRIVATE_KEY: [
      '',
      'VAPID key of push notifications: a P-256 private key, 32 bytes in base64url; default derived from SESSION_SECRET',
    ],
  },
  Monitoring: {
    ...monitoringSettings,
  },
  'E-mail and text messages': {
    SMTP_URL: ['', 'smtp:// or smtps:// address of the outgoing mail; without it e-mails are files in DATA_DIR/outbox'],
    MAIL_FROM: ['', "Sender of all mail; default the brand's name at the support address"],
    MAIL_TEMPLATES_DIR: ['', 'Folder with a layout.html, and a layout.txt if wanted, for all mail in place of the built ones'],
    MAIL_WORDS_DIR: ['', 'Folder with es.json, ca.json and so on: words of e-mails in place of the built ones (docs/white-label.md)'],
    ...smsSettings,
    SMS_HOURLY_PHONE: ['12', 'Text messages an hour to one phone, over all shops'],
    SMS_HOURLY_SHOP: ['2000', 'Text messages an hour from one shop'],
    SMS_HOURLY_NETWORK: ['120', 'Text messages an hour requested from one network'],
    CODE_REST_SECONDS: ['30', 'How soon a customer may ask for another one-time code, 10 to 300 seconds'],
  },
  'Cards, decisions, banks and identity': {
    ...cardsSettings,
    ...decisionSettings,
    ...bankSettings,
    ...identitySettings,
    ...partnersSettings,
  },
  'Uploaded files': {
    ...virusSettings,
  },
  Brand: {
    ...brandSettings,
  },
  'Operations and terms': {
    REFUND_HOLD_SECONDS: ['20', 'How long a refund can be undone, 0 to 300 seconds'],
    TRIAL_HOURS: ['6', 'After how many hours a shop whose website sends only test orders is notified, 1 to 168'],
    ...termsSettings,
  },
  'Invoices, entries and debits': {
    ...invoicingSettings,
    ...journalSettings,
    ...debitSettings,
  },
  'Plugins, analytics and pages elsewhere': {
    ...pluginSettings,
    ...analyticsSettings,
    VENDOR_API_URL: ['', 'Host of the API, also with a path; a slash at the end is taken off; default the same origin'],
    ONBOARDING_URL: ['', 'External onboarding; default our own pages'],
    LOGIN_URL: ['', 'Login page; default our own'],
    CHECKOUT_URL: ['', "Consumer's checkout pages; a slash at the end is taken off; default our own"],
    PROVIDER_SCRIPT_URL: ['', "Script loaded in sandbox, with {key} for the shop's public key; default none"],
  },
} as const satisfies Record<string, Record<string, readonly [fallback: string, meaning: string]>>

type Groups = typeof settingGroups
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]

/** The same, by name. */
export const settings: Record<SettingName, readonly [fallback: string, meaning: string]> = Object.assign(
  {},
  ...Object.values(settingGroups),
)
