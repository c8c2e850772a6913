import { sql } from '../../platform/database/sql.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'

/** The public key of the private key's shop and mode: the newest that works. */
export const keyViewPublic: ShopHandler<'keyViewPublic'> = async ({ db, scope, now }) => {
  const row = await db.first<{ public_key: string }>(sql`select k.public_key from api_keys k
    join api_key_doors d on d.merchant_id = k.merchant_id and d.mode = k.mode and d.key_id = k.id
    where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.kind = 'public' and (d.ends_at is null or d.ends_at > ${now})
    order by k.created_at desc, k.id desc limit 1`)
  return { publicApiKey: row?.public_key ?? null, sandbox: scope.mode === 'sandbox' }
}
