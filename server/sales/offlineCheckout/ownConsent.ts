import { cents, type Cents } from '#domain/platform/money'
import type { Call } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

/** A bank check as its shop may see it. Amount in cents. */
export type OwnConsent = {
  id: string
  merchantId: string
  shopName: string
  status: 'pending' | 'confirmed' | 'expired' | 'failed'
  amountCents: Cents
  expiresAt: Date
}

type Row = { merchant_id: string; name: string; status: OwnConsent['status']; amount_cents: bigint; expires_at: Date }
type ReadingCall = Pick<Call<'bankCheckState'>, 'services' | 'caller' | 'mode' | 'now'>

/** Reads a bank check requested by one of the caller's shops, in this mode; past its time it has expired. Refuses with ObjectNotFoundException. */
export async function readOwnConsent({ services, caller, mode, now }: ReadingCall, consentHex: string): Promise<OwnConsent> {
  const id = idFrom(consentHex)
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select b.merchant_id, m.name, b.status, b.amount_cents, b.expires_at from bank_consents b join merchants m on m.id = b.merchant_id
      where b.id = ${id} and b.account_id = ${caller.accountId} and b.mode = ${mode} and b.merchant_id = any(${[...caller.merchantIds]}::uuid[])`),
  )
  if (!row) throw notFound(consentHex)
  const over = row.status === 'pending' && row.expires_at <= now
  return {
    id,
    merchantId: row.merchant_id,
    shopName: row.name,
    status: over ? 'expired' : row.status,
    amountCents: cents(row.amount_cents),
    expiresAt: row.expires_at,
  }
}
