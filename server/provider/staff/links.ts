import type { StaffRole } from '#domain/provider/staff'
import { newSecret, openSecret, sealSecret } from '../../access/secondFactor/totp.ts'
import { linkHash } from '../../access/session/userByEmail.ts'
import type { Services } from '../../platform/calls/call.ts'
import { consoleUrl } from '../../platform/config/consoleConfig.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** `setup`: of the first person. `reset`: of somebody who has an account, or had. */
export type LinkPurpose = 'setup' | 'invitation' | 'reset'

/** How long each kind of link can be used. */
const lifeMs: Readonly<Record<LinkPurpose, number>> = { setup: 3_600_000, invitation: 7 * 86_400_000, reset: 3 * 86_400_000 }

type LinkServices = {
  config: Pick<Services['config'], 'console' | 'publicUrl' | 'sessionSecrets'>
  tokens: Pick<Services['tokens'], 'linkOf' | 'storedLinkOf'>
}

/**
 * Creates a link in place of earlier ones for the same person; the token is derived from its id, so that an e-mail can be composed later. The secret of the
 * authenticator app is the link's: whoever opens it again sees the same one.
 */
export async function createStaffLink(
  db: Connection,
  services: LinkServices,
  { purpose, staffId, now }: { purpose: LinkPurpose; staffId: string | null; now: Date },
): Promise<{ id: string; expiresAt: Date }> {
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + lifeMs[purpose])
  await closeStaffLinks(db, staffId, now)
  await db.run(sql`insert into staff_links (id, purpose, staff_id, token_hash, sealed_secret, created_at, expires_at)
    values (${id}, ${purpose}, ${staffId}, ${linkHash(staffLinkToken(services, id))}, ${sealSecret(services.config.sessionSecrets, id, newSecret())}, ${now}, ${expiresAt})`)
  return { id, expiresAt }
}

/** Earlier links of a person, or of the first one (null), open nothing any more. */
export const closeStaffLinks = (db: Connection, staffId: string | null, now: Date): Promise<number> =>
  db.run(sql`update staff_links set used_at = ${now} where staff_id is not distinct from ${staffId}::uuid and used_at is null`)

/** The token of a link. */
const staffLinkToken = ({ tokens }: Pick<LinkServices, 'tokens'>, id: string): string => tokens.linkOf('staff', id, 0)

/** The address of a link. In that of an e-mail the token is in the fragment, which is not sent to servers. `stored`: the hash of a link made earlier. */
export function staffLinkAddress(services: LinkServices, purpose: LinkPurpose, id: string, stored?: Buffer): string {
  const token = stored
    ? services.tokens.storedLinkOf('staff', id, 0, (link) => linkHash(link).equals(stored))
    : staffLinkToken(services, id)
  const base = consoleUrl(services.config)
  return purpose === 'setup' ? `${base}/console/setup?token=${token}` : `${base}/console/invitation#${token}`
}

type Row = {
  id: string
  purpose: LinkPurpose
  expires_at: Date
  sealed_secret: Buffer
  staff_id: string | null
  email: string | null
  first_name: string | null
  last_name: string | null
  roles: StaffRole[] | null
  hashes: string[] | null
}
export type OpenLink = Row & { secret: Buffer }

export const invalidLink = () => new Refusal('InvalidToken', { why: 'staffLink' })

/** SQL condition: member of staff `p` counts. Those of the demo do not once it is no longer in use. */
export const countingStaff: Sql = sql`(not p.demo or p.joined_at is not null and p.disabled_at is null)`

/** A link that can still be used, with its person. The first person's only while there is no staff. Refuses with InvalidToken. */
export async function openStaffLink({ database, config }: Services, token: string, now: Date): Promise<OpenLink> {
  const row = await database.read(null, (db) =>
    db.first<Row>(sql`select l.id, l.purpose, l.expires_at, l.sealed_secret, l.staff_id, p.email, p.first_name, p.last_name, p.roles,
        array_prepend(p.password_hash, p.earlier_hashes) as hashes
      from staff_links l left join staff p on p.id = l.staff_id
      where l.token_hash = ${linkHash(token)} and l.used_at is null and l.expires_at > ${now}
        and (l.purpose <> 'setup' or not exists (select from staff p where ${countingStaff}))`),
  )
  const secret = row && openSecret(config.sessionSecrets, row.id, row.sealed_secret)
  if (!secret) throw invalidLink()
  return { ...row, secret }
}
