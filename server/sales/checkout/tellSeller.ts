import { cents, formatEuros } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'

/** Tells the person who made a link that its customer has signed: they wait for it. Whom the shop's server sent has nobody to tell. */
export async function tellSeller(db: Connection, { merchantId, mode }: Scope, checkoutId: string, now: Date): Promise<void> {
  const link = await db.first<{ seller: string; operation_id: string; total_cents: bigint }>(sql`
    select c.created_by as seller, c.operation_id, o.total_cents from checkouts c
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = ${checkoutId} and c.created_by is not null`)
  if (!link) return
  notify(db, {
    about: { merchantId },
    type: 'link_signed',
    level: 'success',
    values: [{ key: 'amount', value: formatEuros(cents(link.total_cents)) }],
    actionUrl: `/merchants/${hexOf(merchantId)}/operations/${hexOf(link.operation_id)}${mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    userId: link.seller,
    now,
  })
}
