import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of `schema/` by quarter, in the order in which their tables can be created: a foreign key points to an earlier table. */
const filesInOrder = {
  tenants: 'platform',
  accounts: 'access',
  prices: 'sales',
  sign_in: 'access',
  second_factor: 'access',
  staff: 'provider',
  staff_notes: 'provider',
  work: 'provider',
  provider_events: 'provider',
  announcements: 'provider',
  audit: 'platform',
  calls: 'platform',
  analytics: 'platform',
  uploads: 'platform',
  outbox: 'platform',
  team: 'access',
  tills: 'access',
  bank_accounts: 'merchants',
  onboarding: 'merchants',
  keys: 'merchants',
  api_calls: 'merchants',
  widget: 'sales',
  notifications: 'merchants',
  tasks: 'merchants',
  operations: 'sales',
  operation_notes: 'sales',
  refunds: 'sales',
  checkout: 'sales',
  credits: 'money',
  disputes: 'money',
  card_balance: 'money',
  decisions: 'sales',
  shops_api: 'sales',
  callbacks: 'sales',
  sandbox: 'sales',
  campaigns: 'sales',
  audiences: 'sales',
  figures: 'sales',
  ledger: 'money',
  settlements: 'money',
  payouts: 'money',
  debits: 'money',
  invoices: 'money',
  provider_money: 'money',
  reports: 'money',
  webhooks: 'merchants',
  privacy: 'merchants',
  provider_changes: 'provider',
} as const

/** Each schema file with its quarter and its text, in order. */
export const schemaFiles = (): { name: string; quarter: string; text: string }[] =>
  Object.entries(filesInOrder).map(([name, quarter]) => ({
    name,
    quarter,
    text: readFileSync(join(import.meta.dirname, 'schema', `${name}.sql`), 'utf8'),
  }))

/** The whole schema as one script for an empty database. */
export const schemaText = (): string =>
  schemaFiles()
    .map(({ text }) => text)
    .join('\n')
