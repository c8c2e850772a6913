import type { LocalDate } from '#domain/platform/dates'
import { settlementEntry, type JournalAccount, type JournalLine } from '#domain/money/journal'
import { cents, ZERO } from '#domain/platform/money'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { CellBatch, Column } from '../../platform/files/csvLine.ts'
import { text } from '../../platform/calls/messages.ts'

/** A month's accounting entries for the shop, and their sum, in cents. */
export type Journal = {
  entries: { reference: string; on: string; lines: JournalLine[] }[]
  totals: Record<JournalAccount, number>
}

/** Statement timeout: a busy shop's month may take longer than the default. */
const statementMs = 300_000

type Row = {
  reference: string
  value_on: string
  status: string
  gross: string
  fee: string
  vat: string
  subsidy: string
  opening: bigint
  repaid: bigint
  reserve: bigint
  net: bigint
  closing: bigint
  in_books: boolean
}

/**
 * An entry for each settlement with a value date in the period, from its lines. Throws unless the provider's ledger has each line with the same net, fee,
 * VAT and subsidy, to the cent.
 */
export async function readJournal(database: Database, scope: Scope, { from, to }: { from: LocalDate; to: LocalDate }): Promise<Journal> {
  // Journals are found by operation and instant; a month's minimum and a rounding, which have no operation, were booked as their settlement was made, and what the shop
  // paid of its debt under the id of its line.
  const rows = await database.write(scope, async (db) => {
    await db.allow(statementMs)
    return db.rows<Row>(sql`select s.reference, s.value_on, s.status, s.opening_cents as opening, s.repayments_cents as repaid, s.reserve_held_cents + s.reserve_released_cents as reserve, s.net_cents as net,
        s.closing_cents as closing, coalesce(l.gross, 0) - s.repayments_cents as gross, coalesce(l.fee, 0) as fee, coalesce(l.vat, 0) as vat, coalesce(l.subsidy, 0) as subsidy,
        (coalesce(l.net, 0), coalesce(l.fee, 0), coalesce(l.vat, 0), coalesce(l.subsidy, 0)) = (coalesce(b.net, 0), coalesce(b.fee, 0), coalesce(b.vat, 0), coalesce(b.subsidy, 0)) as in_books
      from settlements s
        left join lateral (select sum(l.gross_cents) as gross, sum(l.fee_cents) as fee, sum(l.vat_cents) as vat, sum(l.subsidy_cents) as subsidy, sum(l.net_cents) as net
          from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id = s.id) l on true
        left join lateral (select -sum(e.amount_cents) filter (where e.account = 'merchant_payable') as net, -sum(e.amount_cents) filter (where e.account = 'fee_income') as fee,
            -sum(e.amount_cents) filter (where e.account = 'vat_payable') as vat, -sum(e.amount_cents) filter (where e.account = 'subsidy_income') as subsidy
          from (
              select j.id from settlement_lines l join ledger_journals j on ${inScope(scope, 'j')} and j.operation_id = l.operation_id and j.at = l.occurred_at
                and j.kind = case l.kind when 'order' then 'capture' when 'chargeback' then 'dispute' else l.kind end and (l.kind <> 'chargeback' or j.id = l.id)
              where ${inScope(scope, 'l')} and l.settlement_id = s.id
              union all select j.id from ledger_journals j where ${inScope(scope, 'j')} and j.operation_id is null and j.kind in ('fee_minimum', 'vat_rounding') and j.at = s.created_at
              union all select j.id from settlement_lines l join ledger_journals j on ${inScope(scope, 'j')} and j.operation_id is null and j.kind = 'repayment' and j.id = l.id
              where ${inScope(scope, 'l')} and l.settlement_id = s.id and l.kind = 'repayment'
            ) j join ledger_lines e on ${inScope(scope, 'e')} and e.journal_id = j.id) b on true
      where ${inScope(scope, 's')} and s.value_on between ${from}::date and ${to}::date order by s.value_on`)
  })
  const journal: Journal = { entries: [], totals: { customers: 0, provider: 0, bank: 0, fees: 0, interest: 0, vat: 0 } }
  for (const row of rows) {
    if (!row.in_books) throw new Error(`settlement ${row.reference}: its lines differ from the ledger`)
    const lines = settlementEntry(factsOf(row))
    for (const { account, amountCents } of lines) journal.totals[account] += amountCents
    journal.entries.push({ reference: row.reference, on: row.value_on, lines })
  }
  return journal
}

const factsOf = (row: Row) => ({
  isPaid: row.status === 'paid',
  grossCents: cents(Number(row.gross)),
  feeCents: cents(Number(row.fee)),
  vatCents: cents(Number(row.vat)),
  subsidyCents: cents(Number(row.subsidy)),
  openingCents: cents(row.opening),
  repaidCents: cents(row.repaid),
  reserveCents: cents(row.reserve),
  netCents: cents(row.net),
  closingCents: cents(row.closing),
})

/** The columns of the entries' file, for import into accounting software. */
export const journalColumns: readonly Column[] = [
  { name: 'entry', kind: 'count' },
  { name: 'entryOn', kind: 'day' },
  { name: 'accountCode', kind: 'word' },
  { name: 'accountName', kind: 'text' },
  { name: 'concept', kind: 'text' },
  { name: 'document', kind: 'text' },
  { name: 'debit', kind: 'amount' },
  { name: 'credit', kind: 'amount' },
  { name: 'currency', kind: 'word' },
]

/** The entries as rows, and a last one with both sums, which are equal; `tax`: the name of the tax on fees. */
export async function* journalBatches(
  { entries }: Journal,
  { accounts, tax }: { accounts: Config['journalAccounts']; tax: string },
): AsyncGenerator<CellBatch> {
  let [debits, credits] = [ZERO, ZERO]
  for (const [nth, { reference, on, lines }] of entries.entries()) {
    const concept = text('reports.file.journal.concept', { reference })
    const rows = lines.map(({ account, amountCents }) => {
      const isDebit = amountCents > 0
      if (isDebit) debits = cents(debits + amountCents)
      else credits = cents(credits - amountCents)
      const sides = isDebit ? [String(amountCents), ''] : ['', String(-amountCents)]
      return [String(nth + 1), on, accounts[account], text(`reports.file.account.${account}`, { tax }), concept, reference, ...sides, 'EUR']
    })
    yield { columns: journalColumns, rows }
  }
  const closing = [
    text('reports.file.journal.closing', { count: entries.length }),
    '',
    '',
    '',
    '',
    '',
    String(debits),
    String(credits),
    'EUR',
  ]
  yield { columns: journalColumns.map((column, at) => (at === 0 ? { ...column, kind: 'text' } : column)), rows: [closing] }
}
