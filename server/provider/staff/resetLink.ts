import { tidyEmail } from '#domain/platform/emailAddress'
import { providerAccountId, record } from '../../platform/audit/record.ts'
import type { Services } from '../../platform/calls/call.ts'
import { sql } from '../../platform/database/sql.ts'
import { createStaffLink, staffLinkAddress } from './links.ts'
import { endStaffSessions } from './staffSession.ts'

/**
 * The address of a link with which a member of staff sets password and authenticator anew, for an operator at the terminal; it also gives a disabled one
 * access again. Their sessions end. Null for an address of nobody, or of somebody who is only invited.
 */
export const resetLink = (
  services: Pick<Services, 'database' | 'now'> & Parameters<typeof staffLinkAddress>[0],
  email: string,
): Promise<string | null> =>
  services.database.write(null, async (db) => {
    const now = services.now()
    const person = await db.first<{ id: string }>(
      sql`select id from staff where email = ${tidyEmail(email)} and joined_at is not null for update`,
    )
    if (!person) return null
    const { id } = await createStaffLink(db, services, { purpose: 'reset', staffId: person.id, now })
    await endStaffSessions(db, sql`s.staff_id = ${person.id}`, 'access_reset', now)
    await record(db, {
      accountId: providerAccountId,
      merchantId: null,
      mode: null,
      userId: null,
      role: 'operator',
      ip: null,
      call: 'operator.staff-link',
      entity: 'staff',
      entityId: person.id,
    })
    return staffLinkAddress(services, 'reset', id)
  })
