import type { ByProvider } from '../../platform/calls/providerChange.ts'
import { audited } from '../../platform/calls/providerChange.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { notify } from '../notices/notify.ts'
import { tellProvider } from '../notices/providerEvents.ts'

/** Suspended, with a reason that its people read; or resumed. */
export type ShopSwitch = { suspended: true; reason: string } | { suspended: false }
type ShopId = { accountId: string; merchantId: string }

/**
 * Suspends or resumes a shop (docs/domain.md#roles-and-rights): what was sold continues, with refunds, settlements and invoices; no new sale starts.
 * Its people are notified, owners by e-mail too. Refuses with ObjectNotFoundException, or ProviderActionNotAllowed when its status does not allow it.
 */
export async function switchShop(
  db: Connection,
  { accountId, merchantId }: ShopId,
  order: ShopSwitch,
  { by, now }: ByProvider,
): Promise<void> {
  const shop = await db.first<{ name: string; status: string }>(
    sql`select m.name, m.status from merchants m where m.id = ${merchantId} and m.account_id = ${accountId} for update`,
  )
  if (!shop) throw notFound(hexOf(merchantId))
  const [from, to] = order.suspended ? ['active', 'suspended'] : ['suspended', 'active']
  const entry = {
    accountId,
    merchantId,
    mode: 'live',
    call: order.suspended ? 'operator.suspend-merchant' : 'operator.resume-merchant',
    entity: 'merchant',
    entityId: merchantId,
    before: { status: shop.status },
    after: order.suspended ? { status: to, note: order.reason } : { status: to },
  } as const
  await audited(db, by, entry, async () => {
    if (shop.status !== from) throw new Refusal('ProviderActionNotAllowed', { why: order.suspended ? 'notActive' : 'notSuspended' })
    await db.run(sql`update merchants set status = ${to} where id = ${merchantId}`)
    const type = order.suspended ? 'merchant.suspended' : 'merchant.resumed'
    tellProvider(db, { type, at: now, about: { accountId, merchantId }, objectId: merchantId })
    const name = { key: 'shop', value: shop.name }
    const notice = order.suspended
      ? ({ type: 'merchant_suspended', level: 'error', values: [name, { key: 'reason', value: order.reason }] } as const)
      : ({ type: 'merchant_resumed', level: 'success', values: [name] } as const)
    notify(db, { about: { merchantId }, ...notice, actionUrl: null, roles: ['owner'], byMail: true, now })
    notify(db, { about: { merchantId }, ...notice, actionUrl: null, roles: ['admin', 'editor', 'guest'], now })
  })
}
