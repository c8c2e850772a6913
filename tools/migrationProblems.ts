import { separator } from '../server/platform/database/migrate.ts'

/** A migration file of server/platform/database/migrations. */
export type MigrationFile = { name: string; text: string }

/** The first migration that must follow the rules: the baseline creates its tables empty. */
const first = 2
/** Tables with a row for each operation or more: a lock of one second on one of them blocks all shops for a second. */
const large = [
  'operations',
  'operation_events',
  'operation_changes',
  'operation_trigrams',
  'operation_lookups',
  'provider_changes',
  'carts',
  'payment_methods',
  'checkouts',
  'deliveries',
  'instalments',
  'captures',
  'refunds',
  'refund_captures',
  'charges',
  'deadlines',
  'settlement_lines',
  'settlements',
  'payouts',
  'checkout_links',
  'invoice_lines',
  'uploads',
  'ledger_journals',
  'ledger_lines',
  'audit_entries',
  'callbacks',
  'callback_attempts',
  'webhook_deliveries',
  'bank_file_lines',
  'api_calls',
  'card_movements',
].join('|')

const alone = '-- no transaction'
const rules: readonly (readonly [breach: RegExp, instead: string])[] = [
  [
    new RegExp(`create (unique )?index (?!concurrently)[^;]*? on (only )?(${large})\\b`, 'i'),
    `an index of a large table stops its writers while it is built: a file of its own that begins with "${alone}" and holds one "create index concurrently if not exists"`,
  ],
  [
    new RegExp(`alter table (${large})\\b[^;]*add constraint (?![^;]*not valid)[^;]*(check|foreign key)`, 'i'),
    'a constraint of a large table reads all of it under a lock: add it "not valid", and "validate constraint" in the next file',
  ],
  [
    new RegExp(`alter table (${large})\\b[^;]*add column [^;]*references`, 'i'),
    'a column of a large table that points at another table locks both: add the column, then the foreign key "not valid", and validate it in the next file',
  ],
  [
    new RegExp(`alter table (${large})\\b[^;]*(set not null|alter column \\w+ (set data )?type)`, 'i'),
    'that reads or writes a large table anew under a lock: a check "not valid" that is validated later, or another column',
  ],
  [
    new RegExp(`(^|;)\\s*(update|delete from) (${large})\\b`, 'i'),
    'rows of a large table are not changed all at once: in batches by a job, or as they are read',
  ],
]

const bareOf = (text: string) => text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
const lock = /alter table (\w+) (?!validate |alter column \w+ set \()|references (\w+)|isolate_\w+\('(\w+)'/gi

/** Whether a transaction creates tables, or waits for another lock, while it holds that of a table which the running version uses. */
function locksLong(transaction: string, created: readonly string[]): boolean {
  const tables = (text: string) =>
    [...text.matchAll(lock)].map(([, altered, referenced, isolated]) => altered ?? referenced ?? isolated ?? '')
  const used = (text: string) => new Set(tables(text).filter((table) => !created.includes(table))).size
  return used(transaction) > 1 || used(transaction.slice(0, Math.max(0, transaction.lastIndexOf('create table ')))) > 0
}

function problemsOf({ name, text }: MigrationFile): string[] {
  const whole = bareOf(text)
  // A table that the file itself creates is empty.
  const created = [...whole.matchAll(/create table (\w+)/gi)].map(([, table = '']) => table)
  const bare = created.reduce(
    (rest, table) => rest.replaceAll(new RegExp(`create (unique )?index \\w+ on ${table}\\b[^;]*;`, 'gi'), ''),
    whole,
  )
  const problems = rules.flatMap(([breach, instead]) => (breach.test(bare) ? [instead] : []))
  if (text.split(separator).some((transaction) => locksLong(bareOf(transaction), created)))
    problems.push(
      'the lock of a table in use is held while others are waited for or created: one such table in a transaction, after what is created, and "-- next transaction" before the next',
    )
  const unrepeatable =
    text.startsWith(alone) &&
    !/^\s*(create (unique )?index concurrently if not exists|drop index concurrently if exists) [^;]*;?\s*$/i.test(bare)
  if (unrepeatable)
    problems.push(
      `what runs without a transaction may be interrupted: one statement that can be repeated, "create index concurrently if not exists …"`,
    )
  return problems.map((problem) => `server/platform/database/migrations/${name}: ${problem}.`)
}

/** Migrations that would block a running installation with a million operations, each with the alternative. */
export const migrationProblems = (files: readonly MigrationFile[]): string[] =>
  files.filter(({ name }) => Number(name.slice(0, 4)) >= first).flatMap(problemsOf)
