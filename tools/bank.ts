import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { madridDay } from '../domain/platform/dates.ts'
import { cents } from '../domain/platform/money.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { simulatedBank } from '../server/money/payments/simulatedBank.ts'
import { accountFile, type ReportedOrder, statusReportFile } from '../server/money/payments/simulatedBankFiles.ts'
import { loadConfig } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { type Database, openDatabase } from '../server/platform/database/database.ts'
import { sql } from '../server/platform/database/sql.ts'

// `npm run bank -- [--out folder] [--return LIQ-2026-000123:AC04 …]`: files as a bank would give them, of the payments and debits of the running server: those
// that were sent are executed, those named are returned. To be uploaded in the console under Dinero, Respuestas.
const usage = 'npm run bank -- [--out folder] [--return reference:code …]'

type Row = { kind: 'transfer' | 'debit'; reference: string; amount: bigint; state: string; message_id: string | null }

/** Payments and debits that are with the bank, or were lately: from tables of all shops. */
const readOrders = (database: Database): Promise<Row[]> =>
  database.read(null, (db) =>
    db.rows<Row>(sql`select 'transfer' as kind, l.payout_reference as reference, l.net_cents as amount, l.payout_state as state, l.message_id from listed_settlements l
        where l.payout_state in ('sent', 'confirmed') and l.payout_reference is not null and l.value_on > current_date - 30
      union all
      select 'debit', d.reference, coalesce(d.charged_cents, d.announced_cents), d.state, null from listed_debits d where d.state in ('sent', 'booked') and d.due_on > current_date - 60
      order by 2 desc limit 500`),
  )

const isOpen = ({ state }: Row) => state === 'sent'

function ordersOf(rows: readonly Row[], returns: ReadonlyMap<string, string>): ReportedOrder[] {
  return rows.flatMap((row): ReportedOrder[] => {
    const { kind, reference, amount } = row
    const code = returns.get(reference)
    const executed = isOpen(row) ? [{ kind, reference, amountCents: cents(amount), outcome: 'executed' as const }] : []
    return code === undefined
      ? executed
      : [...executed, { kind, reference, amountCents: cents(amount), outcome: 'returned' as const, code }]
  })
}

async function writeFiles(database: Database, iban: string, folder: string, returns: ReadonlyMap<string, string>): Promise<void> {
  const rows = await readOrders(database)
  const unknown = [...returns.keys()].filter((reference) => !rows.some((row) => row.reference === reference))
  if (unknown.length > 0) throw new ConfigProblem(`The bank has no ${unknown.join(', ')}.`)
  const orders = ordersOf(rows, returns)
  if (orders.length === 0) {
    console.log(
      `Nothing is with the bank. Executed lately, and can be returned: ${
        rows
          .slice(0, 5)
          .map(({ reference }) => reference)
          .join(', ') || 'nothing'
      }`,
    )
    return
  }
  const at = new Date()
  const on = madridDay(at)
  const stamp = at.toISOString().slice(0, 19).replaceAll(/\D/g, '')
  const files: [name: string, content: string][] = [
    [`camt.054-${stamp}.xml`, accountFile({ format: 'camt.054', version: 8, messageId: `AVISO${stamp}`, at, iban, on, orders })],
    [`camt.053-${stamp}.xml`, accountFile({ format: 'camt.053', version: 2, messageId: `EXTRACTO${stamp}`, at, iban, on, orders })],
  ]
  for (const messageId of new Set(rows.filter(isOpen).flatMap(({ message_id: id }) => id ?? [])))
    files.push([
      `pain.002-${messageId}.xml`,
      statusReportFile({
        version: 3,
        messageId: `INF${stamp}`,
        at,
        original: { messageId, kind: 'transfer' },
        group: { status: 'ACCP' },
        orders: [],
      }),
    ])
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of files) {
    writeFileSync(join(folder, name), content)
    console.log(join(folder, name))
  }
}

try {
  const { values } = parseArgs({ options: { out: { type: 'string' }, return: { type: 'string', multiple: true } } })
  const returns = new Map(
    (values.return ?? []).map((pair): [string, string] => {
      const [, reference = '', code = ''] = /^(.+):([A-Z]{2}\d{2})$/.exec(pair) ?? []
      if (reference === '') throw new ConfigProblem(`--return="${pair}" is not a reference with a code, as LIQ-2026-000123:AC04. ${usage}`)
      return [reference, code]
    }),
  )
  const { databaseUrl, dataDir, bank } = loadConfig(process.env)
  const url = databaseUrl ?? runningEmbedded(dataDir)?.appUrl
  if (url === undefined) throw new ConfigProblem('The server does not run, and with it its database: start it first.')
  const database = openDatabase({ url, connections: 1 })
  try {
    await writeFiles(database, bank.iban ?? simulatedBank().iban, resolve(values.out ?? join(dataDir, 'bank')), returns)
  } finally {
    await database.close()
  }
  process.exit(0)
} catch (error) {
  console.error(error instanceof ConfigProblem ? error.message : error)
  process.exit(1)
}
