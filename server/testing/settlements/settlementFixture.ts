import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Connection, Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { prepared, type Sql } from '../../platform/database/sql.ts'
import { testDatabase, type TestDatabase } from '../testDatabase.ts'
import { settlementProofs } from '../../money/ledger/settlementProofs.ts'
import { simulatedBank } from '../../money/payments/simulatedBank.ts'
import type { PayingServices } from '../../money/payouts/payOut.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

/** A line to write: an order of its own operation, or a refund of it. Amounts in cents. */
export type TestLine = { at: string | Date; grossCents: number; feeCents?: number; kind?: 'order' | 'refund' | 'cancel' }

/** Shops, their lines with the journals, and a clock: the fixture of settlement tests. */
export type SettlementFixture = {
  database: TestDatabase
  services: PayingServices
  owner: pg.Client
  bank: ReturnType<typeof simulatedBank>
  setNow(at: string | Date): void
  /** A live shop; its weekly payout day follows `liveOn`. */
  shop(terms?: { weekly?: boolean; liveOn?: string; reserveBps?: number; iban?: string | null }): Promise<string>
  lines(merchantId: string, lines: readonly TestLine[], mode?: 'live' | 'sandbox'): Promise<void>
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Violations of settlements and their ledger. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

/** Creates the fixture on its own database. */
export async function startSettlementFixture(connections = 8): Promise<SettlementFixture> {
  const place = await testDatabase()
  const owner = new pg.Client({ connectionString: place.ownerUrl, options: connectionOptions })
  await owner.connect()
  const database = openDatabase({ url: place.appUrl, connections })
  const accountId = randomUUID()
  await owner.query(`insert into accounts (id, type) values ($1, 'enterprise')`, [accountId])
  let now = new Date('2026-11-22T12:00:00Z')
  const bank = simulatedBank()
  const rows: SettlementFixture['rows'] = async (text, values) => (await owner.query(text, values)).rows
  return {
    database: place,
    owner,
    bank,
    rows,
    services: {
      database,
      now: () => now,
      log: () => {},
      config: { brand: { legalName: 'Crédito Ñandú, E.F.C.' } },
      payments: { transfers: bank },
    },
    setNow: (at) => void (now = new Date(at)),
    shop: async ({ weekly = false, liveOn = '2025-01-07', reserveBps = 0, iban = 'ES7921000813610123456789' } = {}) => {
      const id = randomUUID()
      const bankAccountId = iban === null ? null : randomUUID()
      if (iban !== null)
        await rows(
          `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values ($1, $2, $3, 'Peña & Hijos, S.L.', now())`,
          [bankAccountId, accountId, iban],
        )
      await rows(
        `insert into merchants (id, account_id, name, status, live_on, payment_frequency, reserve_bps, bank_account_id) values ($1, $2, 'Tienda', 'active', $3::date + time '10:00', $4, $5, $6)`,
        [id, accountId, liveOn, weekly ? 'weekly' : 'daily', reserveBps, bankAccountId],
      )
      return id
    },
    lines: (merchantId, lines, mode = 'live') => writeLines(owner, merchantId, mode, lines),
    broken: async () => {
      const found: string[] = []
      for (const [rule, violations] of settlementProofs) {
        const { rows: some } = await owner.query<{ what: string }>(prepared(violations))
        if (some.length > 0) found.push(`${rule}: ${some.slice(0, 3).map(({ what }) => what)}`)
      }
      return found
    },
    close: async () => {
      await owner.end()
      await database.close()
      await place.drop()
    },
  }
}

/** Each line with its own operation and the journal of the payable to the shop. */
async function writeLines(owner: pg.Client, merchantId: string, mode: string, lines: readonly TestLine[]): Promise<void> {
  const entries = lines.map(({ at, grossCents, feeCents = 0, kind = 'order' }) => ({
    line: randomUUID(),
    operation: randomUUID(),
    journal: randomUUID(),
    at: new Date(at).toISOString(),
    kind,
    gross: grossCents,
    fee: feeCents,
  }))
  await owner.query('begin; set local session_replication_role = replica')
  const values = [merchantId, mode, JSON.stringify(entries)]
  await owner.query(
    `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
       vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, last_captured_at, settlement_status)
     select $1, $2::mode, operation, 'P-' || left(operation::text, 8), 'payment_process', 'online', 'instalments', 'automatic', abs(gross) + 1, 0, 3, 0, 0, 250, 30, 2100, 0, 'Ana', 'Mora', 'ana@mora.test', 'ana mora', at, at, 'pending'
     from json_to_recordset($3) as e (line uuid, operation uuid, journal uuid, at timestamptz, kind text, gross bigint, fee bigint)`,
    values,
  )
  await owner.query(
    `insert into settlement_lines (merchant_id, mode, id, operation_id, kind, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
     select $1, $2::mode, line, operation, kind, gross, fee, 0, 0, gross - fee, at, (at at time zone 'Europe/Madrid')::date + 1 from json_to_recordset($3) as e (line uuid, operation uuid, journal uuid, at timestamptz, kind text, gross bigint, fee bigint)`,
    values,
  )
  await owner.query(
    `with journal as (insert into ledger_journals (merchant_id, mode, id, kind, operation_id, at) select $1, $2::mode, journal, case kind when 'order' then 'capture' else kind end, operation, at from json_to_recordset($3) as e (line uuid, operation uuid, journal uuid, at timestamptz, kind text, gross bigint, fee bigint))
     insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents) select $1, $2::mode, journal, account, amount
     from json_to_recordset($3) as e (line uuid, operation uuid, journal uuid, at timestamptz, kind text, gross bigint, fee bigint), lateral (values ('merchant_payable', fee - gross), ('fee_income', -fee), ('consumer_receivable', gross)) l (account, amount) where amount <> 0`,
    values,
  )
  // As `postJournal` notes them for the day's sums.
  await owner.query(
    `insert into ledger_day_entries (merchant_id, day, kind, account, amount_cents)
     select $1, (at at time zone 'Europe/Madrid')::date, case kind when 'order' then 'capture' else kind end, account, amount
     from json_to_recordset($3) as e (line uuid, operation uuid, journal uuid, at timestamptz, kind text, gross bigint, fee bigint), lateral (values ('merchant_payable', fee - gross), ('fee_income', -fee), ('consumer_receivable', gross)) l (account, amount) where amount <> 0 and $2 = 'live'`,
    values,
  )
  await owner.query('commit')
}

/** A database whose work ends at its nth step as if the process had been killed there: uncommitted changes are lost. */
export function killedAt(database: Database, step: number): Database & { steps(): number } {
  let taken = 0
  const next = () => {
    taken += 1
    if (taken === step) throw new Error('killed')
  }
  const watched = (db: Connection): Connection => ({
    ...db,
    rows: <Row>(query: Sql) => (next(), db.rows<Row>(query)),
    first: <Row>(query: Sql) => (next(), db.first<Row>(query)),
    run: (query) => (next(), db.run(query)),
    send: (query) => (next(), db.send(query)),
  })
  return {
    ...database,
    read: (scope, work) => database.read(scope, (db) => work(watched(db))),
    write: async (scope, work) => {
      const result = await database.write(scope, async (db) => {
        const done = await work(watched(db))
        next()
        return done
      })
      next()
      return result
    },
    steps: () => taken,
  }
}
