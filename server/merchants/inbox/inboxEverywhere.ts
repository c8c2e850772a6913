import type { InboxEverywhere } from '#contract/merchants/inbox'
import { may, mayWhenSandboxOnly } from '#contract/permissions'
import { withPreparation, type CallBeforeTransaction, type Membership } from '../../platform/calls/call.ts'
import { accountName, callerAs } from '../../platform/calls/membership.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { deriveOpen } from '../tasks/derive.ts'
import { inboxReaderOf } from './actions.ts'

/** Items listed of each shop. */
const maxItems = 5

type Shop = { id: string; name: string; account_id: string; account: string }

/**
 * The caller's open items in all shops of their accounts that have some, by account and shop. In each account they see what its inbox shows them there. Read
 * shop by shop because of row-level security.
 */
export const inboxEverywhere = withPreparation<'inboxEverywhere', InboxEverywhere>(
  async (call) => {
    const shops: InboxEverywhere['shops'] = []
    for (const shop of await readShops(call)) {
      const work = await readWork(call, shop)
      if (work.open.length === 0) continue
      shops.push({
        account: { id: hexOf(shop.account_id), name: shop.account },
        merchant: { id: hexOf(shop.id), name: shop.name },
        count: work.open.length,
        more: work.more,
        items: work.open.slice(0, maxItems),
      })
    }
    return { shops }
  },
  (_call, found) => Promise.resolve(found),
)

const readsInbox = ({ role, withheld, sandboxOnly, mustAddFactor }: Membership, mode: Mode): boolean =>
  may(role, 'inboxList') && !withheld.has('inboxList') && !mustAddFactor && (!sandboxOnly || mayWhenSandboxOnly('inboxList', mode))

/** The active shops whose inbox the caller may read in this mode. */
async function readShops({ caller, mode, services }: CallBeforeTransaction<'inboxEverywhere'>): Promise<Shop[]> {
  const readable = caller.memberships.filter((membership) => readsInbox(membership, mode))
  return services.database.read(null, (db) =>
    db.rows<Shop>(sql`select m.id, m.name, m.account_id, ${accountName(sql`m.account_id`)} as account from merchants m
      where m.id = any(${readable.flatMap(({ merchantIds }) => [...merchantIds])}::uuid[]) and m.status = 'active' order by account, m.account_id, m.name, m.id`),
  )
}

async function readWork({ caller, mode, services }: CallBeforeTransaction<'inboxEverywhere'>, shop: Shop) {
  const membership = caller.memberships.find(({ accountId }) => accountId === shop.account_id)
  if (!membership) throw new Error(`account ${shop.account_id} of merchant ${shop.id} is none of the caller's`)
  const scope = mintScope(shop.id, mode)
  const ofShop = await services.shopTimes.servicesOf(services, scope)
  const reader = inboxReaderOf({ caller: callerAs(caller, membership), scope, services: ofShop, now: ofShop.now() })
  return services.database.read(scope, (db) => deriveOpen(db, reader))
}
