import { cents, type Cents } from '#domain/platform/money'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** A bank check as its shop may know it. Amount in cents. */
export type OwnConsent = {
  id: string
  merchantId: string
  shopName: string
  status: 'pending' | 'confirmed' | 'expired' | 'failed'
  amountCents: Cents
  expiresAt: Date
}

type Row = { merchant_id: string; name: string; status: OwnConsent['status']; amount_cents: bigint; expires_at: Date }
type Asked = {
  services: Call<'bankCheckState'>['services']
  caller: Call<'bankCheckState'>['caller']
  mode: Call<'bankCheckState'>['mode']
  now: Date
}

/** Reads one that a shop of the caller's asked for, in this mode; past its time it has expired. Refuses with ObjectNotFoundException. */
export async function ownConsent({ services, caller, mode, now }: Asked, consentHex: string): Promise<OwnConsent> {
  const id = uuidOf(consentHex)
  if (id === undefined) throw notFound(consentHex)
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
