import { randomUUID } from 'node:crypto'
import { feeFor, refundReversal } from '#domain/sales/plans/fees'
import { testFeePlans } from '#domain/testing/testFeePlans'
import { cents, ZERO } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'
import { completeOperations } from '../operations/completeOperations.ts'
import { ids } from '../testFixture.ts'
import { withOwner } from '../withOwner.ts'

/** A captured order, and its later refunds; amounts in cents. */
export type TestSale = {
  at: string
  totalCents: number
  refundCents?: number
  refundAt?: string
  mode?: string
  merchantId?: string
  mid?: string
  lastName?: string
}

type Entry = {
  id: string
  line: string
  capture: string | null
  refund: string | null
  kind: string
  at: string
  gross: number
  fee: number
  vat: number
}

/** Writes operations with their settlement lines, on the default terms, without other dependent rows. */
export async function writeSales(ownerUrl: string, sales: readonly TestSale[]): Promise<void> {
  await withOwner(ownerUrl, async (client) => {
    await client.query('begin')
    for (const [nth, sale] of sales.entries()) {
      const {
        at,
        totalCents,
        mode = 'live' satisfies Mode,
        merchantId = ids.merchantA1,
        mid = `PED-${nth}`,
        lastName = 'García López',
      } = sale
      const id = randomUUID()
      await client.query(
        `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
           vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, last_captured_at, settlement_status)
         values ($1, $2, $3, $4, 'payment_process', 'online', 'instalments', 'automatic', $5, $5, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', $6, 'ana@correo.test', 'ana', $7, $7, 'pending')`,
        [merchantId, mode, id, mid, totalCents, lastName, at],
      )
      for (const entry of entriesOf(id, sale))
        await client.query(
          `insert into settlement_lines (merchant_id, mode, id, operation_id, kind, refund_id, capture_id, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12, ($12::timestamptz at time zone 'Europe/Madrid')::date + 1)`,
          [
            merchantId,
            mode,
            entry.line,
            id,
            entry.kind,
            entry.refund,
            entry.capture,
            entry.gross,
            entry.fee,
            entry.vat,
            entry.gross - entry.fee - entry.vat,
            entry.at,
          ],
        )
    }
    await completeOperations(client)
    await client.query('commit')
  })
}

function entriesOf(id: string, { at, totalCents, refundCents, refundAt = at }: TestSale): Entry[] {
  const plan = testFeePlans.instalments
  const { feeCents, vatCents } = feeFor(cents(totalCents), plan)
  const sold: Entry = {
    id,
    line: randomUUID(),
    capture: randomUUID(),
    refund: null,
    kind: 'order',
    at,
    gross: totalCents,
    fee: feeCents,
    vat: vatCents,
  }
  if (refundCents === undefined) return [sold]
  const back = refundReversal({
    capturedCents: cents(totalCents),
    refundedBeforeCents: ZERO,
    refundCents: cents(refundCents),
    plan,
    subsidyCents: ZERO,
    keepFixed: true,
  })
  const kind = refundCents === totalCents ? 'cancel' : 'refund'
  return [
    sold,
    {
      id,
      line: randomUUID(),
      capture: null,
      refund: randomUUID(),
      kind,
      at: refundAt,
      gross: -refundCents,
      fee: -back.feeBackCents,
      vat: -back.vatBackCents,
    },
  ]
}
