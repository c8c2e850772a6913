import type { Services } from '../../platform/calls/call.ts'
import type { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countingStaff, createStaffLink, staffLinkAddress } from './links.ts'

/** Lets one transaction at a time create the first person. Throws `refusal` when there is one. */
export async function lockFirstStaff(db: Connection, refusal: () => Refusal): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('first member of staff'))`)
  if (await hasStaff(db)) throw refusal()
}

const hasStaff = async (db: Connection): Promise<boolean> =>
  (await db.first(sql`select from staff p where ${countingStaff} limit 1`)) !== undefined

/** Whether somebody of the provider can use the console, or is invited. */
export const staffExists = (database: Database): Promise<boolean> => database.read(null, hasStaff)

/** The address where the first person sets up their access, in place of earlier ones; null once there is staff. */
export async function firstStaffLink(
  services: Pick<Services, 'database' | 'now'> & Parameters<typeof staffLinkAddress>[0],
): Promise<string | null> {
  const id = await services.database.write(null, async (db) => {
    if (await hasStaff(db)) return null
    return (await createStaffLink(db, services, { purpose: 'setup', staffId: null, now: services.now() })).id
  })
  return id && staffLinkAddress(services, 'setup', id)
}
