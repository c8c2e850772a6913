import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Sale } from './sale.ts'

/** How often a mistyped mobile may be corrected. */
const MOST_CORRECTIONS = 2

/**
 * How often the customer may still put another mobile in its place: never once a code was entered, for whoever found the link would have the
 * next one sent to themselves.
 */
export const correctionsLeft = ({ consentConfirmedAt, identifiedAt, phoneCorrections }: Sale): number =>
  consentConfirmedAt === null && identifiedAt === null ? Math.max(0, MOST_CORRECTIONS - phoneCorrections) : 0

/** Counts one more; the shop's ladder says so from then on. The checkout must be locked. */
export function countCorrection(db: Connection, scope: Scope, { checkoutId }: Sale): void {
  db.send(sql`update checkouts c set phone_corrections = c.phone_corrections + 1
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId}`)
}
