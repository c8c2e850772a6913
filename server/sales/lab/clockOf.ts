import type { SandboxClock } from '#contract/sales/lab'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { readAhead } from '../../platform/calls/shopTime.ts'

/** The shop's test time as the contract says it; `present` is the installation's own. */
export async function clockOf(db: Connection, { merchantId }: Scope, present: Date): Promise<SandboxClock> {
  const aheadMs = await readAhead(db, merchantId)
  return { now: new Date(present.getTime() + aheadMs).toISOString(), aheadMs }
}
