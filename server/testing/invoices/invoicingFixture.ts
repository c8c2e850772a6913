import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../testDatabase.ts'
import { withOwner } from '../withOwner.ts'
import { settle } from '../../money/settlements/settle.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'
import type { IssuingServices } from '../../money/invoices/issueShop.ts'

/** A line to write, of its own operation unless `of` is another line's; cents, positive is charged. */
export type TestCharge = {
  at: string | Date
  feeCents: number
  vatCents: number
  subsidyCents?: number
  kind?: 'order' | 'refund' | 'cancel'
  /** Operation. */
  of?: string
  vatBps?: number
  territory?: TaxTerritory
  grossCents?: number
}

/** Shops with company data, their charges, and a clock: the fixture of invoice tests. */
export type InvoicingFixture = {
  place: TestDatabase
  services: IssuingServices
  logged: string[]
  setNow(at: string | Date): void
  /** A live shop with its own account; `data: false`: without tax number and address. */
  shop(options?: { data?: boolean; type?: 'enterprise' | 'self_employed'; billingEmail?: string; name?: string }): Promise<string>
  charge(merchantId: string, charges: readonly TestCharge[], mode?: 'live' | 'sandbox'): Promise<void>
  /** Runs all settlements due by the clock. */
  settle(): Promise<void>
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export const testIssuer = { taxId: 'A00000000', address: 'Calle de la Prueba, 1', postcode: '28001', city: 'Madrid', province: 'Madrid' }

/** As by default. */
export const testExemptions = {
  peninsula: 'art. 20.Uno.18.º LIVA',
  canarias: 'art. 50.Uno.18.º Ley 4/2012',
  ceuta: 'art. 7.Uno Ley 8/1991',
  melilla: 'art. 7.Uno Ley 8/1991',
  portugal: 'no sujeta en España, art. 69.Uno.1.º LIVA',
}

/** Creates the fixture on its own database. */
export async function startInvoicingFixture(connections = 8): Promise<InvoicingFixture> {
  const place = await testDatabase()
  const owner = new pg.Client({ connectionString: place.ownerUrl, options: connectionOptions })
  await owner.connect()
  const database = openDatabase({ url: place.appUrl, connections })
  let now = new Date('2026-11-01T09:00:00Z')
  const logged: string[] = []
  const rows: InvoicingFixture['rows'] = async (text, values) => (await owner.query(text, values)).rows
  const brand = { legalName: 'Crédito Ñandú, E.F.C., S.A.' } as Config['brand'] // no other part of it is read
  const services: IssuingServices = {
    database,
    now: () => now,
    log: (_, event) => void logged.push(event),
    config: {
      brand,
      invoicing: { issuer: testIssuer, series: 'F', rectifyingSeries: 'R', exemptions: testExemptions, verifactu: null, signer: null },
    },
  }
  return {
    place,
    services,
    logged,
    rows,
    setNow: (at) => void (now = new Date(at)),
    shop: async ({ data = true, type = 'enterprise', billingEmail = null, name = 'Tienda' } = {}) => {
      const [accountId, id] = [randomUUID(), randomUUID()]
      await rows('insert into accounts (id, type) values ($1, $2)', [accountId, type])
      await rows(
        `insert into profiles (account_id, first_name, last_name, document_type, document_number) values ($1, 'Berta', 'Vidal Ñu', 'nif', '12345678Z')`,
        [accountId],
      )
      if (type === 'enterprise')
        await rows(`insert into enterprises (account_id, name, ownership_type) values ($1, 'Peña & Hijos, S.L.', 'full')`, [accountId])
      await rows(
        `insert into merchants (id, account_id, name, status, live_on, billing_email) values ($1, $2, $3, 'active', '2025-01-07', $4)`,
        [id, accountId, name, billingEmail],
      )
      if (data) await giveData(rows, accountId, type)
      return id
    },
    charge: (merchantId, charges, mode = 'live') => writeCharges(place.ownerUrl, merchantId, mode, charges),
    settle: async () => {
      const { failed } = await settle(services)
      if (failed > 0) throw new Error(`${failed} shops could not be settled`)
    },
    close: async () => {
      await owner.end()
      await database.close()
      await place.drop()
    },
  }
}

/** Completes a shop's company data. */
export async function giveData(
  rows: (text: string, values: unknown[]) => Promise<unknown>,
  accountId: string,
  type = 'enterprise',
): Promise<void> {
  const address = `street = 'Calle Mayor, 3', address_addition = '2.º B', postcode = '30001', city = 'Murcia', province = 'Murcia'`
  if (type === 'enterprise') await rows(`update enterprises set cif = 'B00000000', ${address} where account_id = $1`, [accountId])
  else await rows(`update profiles set ${address} where account_id = $1`, [accountId])
}

/** Writes operations with their lines, which are not settled yet. */
export async function writeCharges(
  ownerUrl: string,
  merchantId: string,
  mode: 'live' | 'sandbox',
  charges: readonly TestCharge[],
): Promise<void> {
  const entries = JSON.stringify(
    charges.map(({ at, feeCents, vatCents, subsidyCents = 0, kind = 'order', of, vatBps = 2100, territory = 'peninsula', grossCents }) => ({
      line: randomUUID(),
      operation: of ?? randomUUID(),
      is_new: of === undefined || kind === 'order',
      at: new Date(at).toISOString(),
      kind,
      gross: grossCents ?? (kind === 'order' ? 100_000 : -100_000),
      fee: feeCents,
      vat: vatCents,
      subsidy: subsidyCents,
      bps: vatBps,
      territory,
    })),
  )
  await withOwner(ownerUrl, async (owner) => {
    await owner.query('begin; set local session_replication_role = replica')
    await owner.query(
      `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
       vat_bps, tax_territory, reference_tin_bps, first_name, last_name, email, search_text, created_at, last_captured_at, settlement_status)
     select $1, $2::mode, operation, 'P-' || left(operation::text, 8), 'payment_process', 'online', 'instalments', 'automatic', abs(gross) + 1, 0, 3, 0, 0, 250, 30, bps, territory, 0, 'Ana', 'Mora',
       'ana@mora.test', 'ana mora', at, at, 'pending' from json_to_recordset($3) as e (line uuid, operation uuid, is_new boolean, at timestamptz, kind text, gross bigint, fee bigint, vat bigint, subsidy bigint, bps integer, territory tax_territory) where is_new`,
      [merchantId, mode, entries],
    )
    await owner.query(
      `insert into settlement_lines (merchant_id, mode, id, operation_id, kind, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
     select $1, $2::mode, line, operation, kind, gross, fee, vat, subsidy, gross - fee - vat - subsidy, at, (at at time zone 'Europe/Madrid')::date + 1 from json_to_recordset($3) as e (line uuid, operation uuid, is_new boolean, at timestamptz, kind text, gross bigint, fee bigint, vat bigint, subsidy bigint, bps integer)`,
      [merchantId, mode, entries],
    )
    await owner.query('commit')
  })
}
