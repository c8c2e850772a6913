import { sql } from '../database/sql.ts'
import type { Mode } from '../database/scope.ts'
import type { Services } from '../calls/call.ts'
import { notFound, Refusal } from '../calls/refusal.ts'
import { uuidOf } from '../calls/wire.ts'

type CheckoutLink = { checkoutId: string; merchantId: string; accountId: string; mode: Mode }
type Row = { merchant_id: string; mode: Mode; generation: number; account_id: string }

/**
 * The checkout that a link opens. A wrong token and an unknown checkout get the same answer (ObjectNotFoundException); the token of an earlier
 * link of the same checkout gets LinkReplaced, because its holder was once sent a valid link.
 */
export async function authenticateCheckoutLink(services: Services, checkoutHex: string, token: string | undefined): Promise<CheckoutLink> {
  const checkoutId = uuidOf(checkoutHex)
  if (checkoutId === undefined || token === undefined) throw notFound(checkoutHex)
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select d.merchant_id, d.mode, d.generation, m.account_id from checkout_links d join merchants m on m.id = d.merchant_id
      where d.checkout_id = ${checkoutId}`),
  )
  if (!row) throw notFound(checkoutHex)
  for (let generation = row.generation; generation > 0; generation -= 1) {
    if (!services.tokens.isLink(token, 'checkout', checkoutId, generation)) continue
    if (generation < row.generation) throw new Refusal('LinkReplaced')
    return { checkoutId, merchantId: row.merchant_id, accountId: row.account_id, mode: row.mode }
  }
  throw notFound(checkoutHex)
}
