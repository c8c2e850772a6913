import { cents, type Cents } from '#domain/platform/money'
import { readStatusFile } from '#domain/money/bankStatus/readStatusFile'
import { localDate } from '#domain/platform/dates'
import { accountFile, type ReportedOrder, statusReportFile } from '../../money/payments/simulatedBankFiles.ts'
import { payOut } from '../../money/payouts/payOut.ts'
import { settle } from '../../money/settlements/settle.ts'
import { applyBankFiles } from '../../provider/bankFiles/applyFiles.ts'
import { receiveFile } from '../../provider/bankFiles/store.ts'
import { type SettlementFixture, startSettlementFixture } from '../settlements/settlementFixture.ts'

/** A payout that was sent, and the file that it was sent in. */
export type SentPayout = { shop: string; reference: string; amountCents: Cents; messageId: string }

type Movements = Partial<Omit<Parameters<typeof accountFile>[0], 'orders'>>
type Report = Partial<Omit<Parameters<typeof statusReportFile>[0], 'orders'>>

/** Shops with payouts at a bank that says nothing by itself: only its files do. */
export type BankFileFixture = {
  fixture: SettlementFixture
  /** Shops with a payout each that was sent in one file; amounts in cents. */
  sent(...grossCents: number[]): Promise<SentPayout[]>
  reportedOrder(payout: SentPayout, outcome: ReportedOrder['outcome'], code?: string): ReportedOrder
  movements(orders: readonly ReportedOrder[], more?: Movements): string
  report(messageId: string, orders: readonly ReportedOrder[], more?: Report): string
  /** Reads a file in and applies it; returns its lines. */
  read(content: string): Promise<StoredLine[]>
  /** Stores a file without applying it. */
  store(content: string): Promise<{ id: string; isNew: boolean }>
  stateOf(payout: SentPayout): Promise<{ state: string; code: string | null; cash: number }>
}
type StoredLine = { reference: string; outcome: string | null; result: string; why: string | null }

export async function startBankFileFixture(): Promise<BankFileFixture> {
  const fixture = await startSettlementFixture()
  fixture.setNow('2026-11-18T08:00:00Z')
  let made = 0
  const store: BankFileFixture['store'] = (content) => {
    const bytes = Buffer.from(content)
    const received = { name: `banco-${(made += 1)}.xml`, bytes, from: { source: 'folder' } } as const
    return receiveFile(fixture.services, received, readStatusFile(bytes, [fixture.bank.iban]), fixture.services.now())
  }
  return {
    fixture,
    store,
    sent: async (...grossCents) => {
      const shops: string[] = []
      for (const gross of grossCents) {
        const shop = await fixture.shop()
        await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: gross }])
        shops.push(shop)
      }
      fixture.setNow('2026-11-18T00:30:00Z')
      await settle(fixture.services)
      await payOut(fixture.services)
      fixture.setNow('2026-11-20T09:00:00Z')
      return readSent(fixture, shops)
    },
    reportedOrder: ({ reference, amountCents }, outcome, code) => ({
      kind: 'transfer',
      reference,
      amountCents,
      outcome,
      ...(code !== undefined && { code }),
    }),
    movements: (orders, more = {}) =>
      accountFile({
        format: 'camt.054',
        version: 8,
        messageId: `AVISO-${(made += 1)}`,
        at: fixture.services.now(),
        iban: fixture.bank.iban,
        on: localDate('2026-11-19'),
        orders,
        ...more,
      }),
    report: (messageId, orders, more = {}) =>
      statusReportFile({
        version: 3,
        messageId: `INFORME-${(made += 1)}`,
        at: fixture.services.now(),
        original: { messageId, kind: 'transfer' },
        orders,
        ...more,
      }),
    read: async (content) => {
      const { id } = await store(content)
      await applyBankFiles(fixture.services)
      return fixture.rows<StoredLine>(`select reference, outcome, result, why from bank_file_lines where file_id = $1 order by line`, [id])
    },
    stateOf: async ({ shop, reference }) => {
      const [row] = await fixture.rows<{ state: string; code: string | null; cash: number }>(
        `select p.state, p.return_code as code, coalesce((select sum(l.amount_cents) from ledger_lines l join ledger_journals j on j.merchant_id = l.merchant_id
           and j.mode = l.mode and j.id = l.journal_id where j.merchant_id = $1 and j.kind = 'payout' and l.account = 'cash'), 0)::int as cash
         from payouts p where p.merchant_id = $1 and p.reference = $2`,
        [shop, reference],
      )
      if (!row) throw new Error(`no payout ${reference}`)
      return row
    },
  }
}

async function readSent(fixture: SettlementFixture, shops: readonly string[]): Promise<SentPayout[]> {
  const rows = await fixture.rows<{ shop: string; reference: string; amount: number; message: string }>(
    `select p.merchant_id as shop, p.reference, p.amount_cents::int as amount, q.message_id as message from payouts p join payout_queue q using (reference)
     where p.merchant_id = any($1) order by array_position($1, p.merchant_id)`,
    [shops],
  )
  return rows.map(({ shop, reference, amount, message }) => ({ shop, reference, amountCents: cents(amount), messageId: message }))
}
