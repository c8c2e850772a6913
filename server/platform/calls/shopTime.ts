import type { Connection, Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Services, ShopTimes } from './call.ts'

const cacheMs = 1_000
const maxKnown = 10_000

/** The offset of a shop's sandbox clock, in ms; 0 when nobody advanced it. */
export async function readClockOffset(db: Connection, merchantId: string): Promise<number> {
  const row = await db.first<{ ahead_ms: bigint }>(sql`select c.ahead_ms from sandbox_clocks c where c.merchant_id = ${merchantId}`)
  return Number(row?.ahead_ms ?? 0)
}

/** The same services with their clock advanced by an offset in ms. */
export const withClockOffset = (services: Services, aheadMs: number): Services =>
  aheadMs === 0 ? services : { ...services, now: () => new Date(services.now().getTime() + aheadMs) }

/** Clocks of all shops, for the gateways and for scheduled work. */
export function makeShopTimes(database: Database): ShopTimes {
  const known = new Map<string, { aheadMs: number; readAt: number }>()
  return {
    async servicesOf(services, { merchantId, mode }) {
      if (mode === 'live') return services
      const cached = known.get(merchantId)
      if (cached && performance.now() - cached.readAt < cacheMs) return withClockOffset(services, cached.aheadMs)
      const aheadMs = await database.read(null, (db) => readClockOffset(db, merchantId))
      if (known.size >= maxKnown) known.clear()
      known.set(merchantId, { aheadMs, readAt: performance.now() })
      return withClockOffset(services, aheadMs)
    },
    forget: (merchantId) => void known.delete(merchantId),
  }
}
