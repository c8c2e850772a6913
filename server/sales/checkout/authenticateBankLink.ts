import { cents, type Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { isSecret } from '../../platform/calls/isSecret.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { BankErrorCode } from '../../money/payments/bankProvider.ts'

/** How often the page of one bank check may be answered, right or wrong. */
export const MOST_TRIES = 10

/** A bank check as whoever holds its link may know it. Amount in cents. */
export type OpenConsent = {
  id: string
  accountId: string
  merchantId: string
  mode: Mode
  shop: { name: string; url: string | null }
  amountCents: Cents
  documentHash: Buffer
  status: 'pending' | 'confirmed' | 'expired' | 'failed'
  error: BankErrorCode | null
  tries: number
  expiresAt: Date
}

type Row = {
  account_id: string
  merchant_id: string
  mode: Mode
  name: string
  url: string | null
  amount_cents: bigint
  document_hash: Buffer
  status: OpenConsent['status']
  error_code: BankErrorCode | null
  tries: number
  expires_at: Date
}

/** Reads the bank check that a link opens; past its time it has expired. A wrong token and an unknown check answer alike (ObjectNotFoundException). */
export async function authenticateBankLink(services: Services, consentHex: string, token: string | undefined): Promise<OpenConsent> {
  const id = uuidOf(consentHex)
  if (id === undefined || token === undefined || !isSecret(token, services.tokens.linkOf('bank', id, 1))) throw notFound(consentHex)
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select b.account_id, b.merchant_id, b.mode, m.name, m.url, b.amount_cents, b.document_hash, b.status, b.error_code, b.tries, b.expires_at
      from bank_consents b join merchants m on m.id = b.merchant_id where b.id = ${id}`),
  )
  if (!row) throw notFound(consentHex)
  const over = row.status !== 'confirmed' && row.expires_at <= services.now()
  return {
    id,
    accountId: row.account_id,
    merchantId: row.merchant_id,
    mode: row.mode,
    shop: { name: row.name, url: row.url },
    amountCents: cents(row.amount_cents),
    documentHash: row.document_hash,
    status: over ? 'expired' : row.status,
    error: row.error_code,
    tries: row.tries,
    expiresAt: row.expires_at,
  }
}
