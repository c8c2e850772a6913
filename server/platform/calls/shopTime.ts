import type { Connection, Database } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import type { Services } from './call.ts'

/** What time it is in a shop: in real mode the present, in test mode as far ahead of it as people moved it. */
export type ShopTimes = {
  /** The services by that time. What was read is trusted for a second: processes agree within it. */
  servicesOf(services: Services, scope: Scope): Promise<Services>
  /** To be called where the time was moved. */
  forget(merchantId: string): void
}

const cacheMs = 1_000
const mostKnown = 10_000

/** How far a shop's test mode is ahead of the present, in ms; 0 when nobody moved it. */
export async function readAhead(db: Connection, merchantId: string): Promise<number> {
  const row = await db.first<{ ahead_ms: bigint }>(sql`select c.ahead_ms from sandbox_clocks c where c.merchant_id = ${merchantId}`)
  return Number(row?.ahead_ms ?? 0)
}

/** The same services at a time so many ms later. */
export const later = (services: Services, aheadMs: number): Services =>
  aheadMs === 0 ? services : { ...services, now: () => new Date(services.now().getTime() + aheadMs) }

/** The times of all shops, for whoever handles calls or does what falls due. */
export function makeShopTimes(database: Database): ShopTimes {
  const known = new Map<string, { aheadMs: number; readAt: number }>()
  return {
    async servicesOf(services, { merchantId, mode }) {
      if (mode === 'live') return services
      const cached = known.get(merchantId)
      if (cached && performance.now() - cached.readAt < cacheMs) return later(services, cached.aheadMs)
      const aheadMs = await database.read(null, (db) => readAhead(db, merchantId))
      if (known.size >= mostKnown) known.clear()
      known.set(merchantId, { aheadMs, readAt: performance.now() })
      return later(services, aheadMs)
    },
    forget: (merchantId) => void known.delete(merchantId),
  }
}
