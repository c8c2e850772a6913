import { formatDateTime } from '#domain/platform/dates'
import { nameInEmail } from '#domain/platform/properName'
import type { StaffRole } from '#domain/provider/staff'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Payloads } from '../../platform/outbox/outboxKinds.ts'
import { mailCode } from '../setup/mailCode.ts'
import { staffLinkAddress } from './links.ts'

/** Queues an e-mail with a link to a member of staff, in the transaction that created the link. */
export const queueStaffEmail = (db: Connection, payload: Payloads['staff_email'], now: Date): void =>
  enqueue(db, 'staff_email', { subject: `${payload.staffId}/${payload.news}/${now.toISOString()}`, payload, about: null, at: now })

type Stored = {
  email: string
  first_name: string
  locale: string | null
  roles: StaffRole[]
  inviter: string | null
  link_id: string
  token_hash: Buffer
  expires_at: Date
}
type Linked = Omit<Stored, 'token_hash'> & { news: 'invitation' | 'reset'; link: string }
/** A mail that proves that mail arrives. */
type Test = Pick<Stored, 'email' | 'first_name' | 'locale'> & { news: 'test'; code: string }

/** The link of an invitation or a new access. One that was used, replaced or revoked meanwhile is not sent. */
export const staffEmail = emailKind<'staff_email', Linked | Test>({
  async load(services, { payload: { staffId, news }, createdAt }) {
    if (news === 'test') return testMail(services, staffId, createdAt)
    const stored = await services.database.read(null, (db) =>
      db.first<Stored>(sql`select p.email, p.first_name, p.locale, p.roles, l.id as link_id, l.token_hash, l.expires_at,
          (select i.first_name || ' ' || i.last_name from staff i where i.id = p.invited_by) as inviter
        from staff p join staff_links l on l.staff_id = p.id
        where p.id = ${staffId} and l.purpose = ${news} and l.created_at = ${createdAt} and l.used_at is null and l.expires_at > ${services.now()}`),
    )
    return stored && { ...stored, news, link: staffLinkAddress(services, news, stored.link_id, stored.token_hash) }
  },
  render: staffContent,
})

async function testMail({ database, config }: Services, staffId: string, createdAt: Date): Promise<Test | undefined> {
  const person = await database.read(null, (db) =>
    db.first<Pick<Test, 'email' | 'first_name' | 'locale'>>(
      sql`select p.email, p.first_name, p.locale from staff p where p.id = ${staffId}`,
    ),
  )
  return person && { ...person, news: 'test', code: mailCode(config.sessionSecrets[0], staffId, createdAt) }
}

export function staffContent(facts: Linked | Test, { brand }: Services['config']): EmailContent {
  if (facts.news === 'test') {
    const words = { name: nameInEmail(facts.first_name), code: facts.code, brand: brand.name }
    return writeEmail('staff.mail.test', words, { reason: 'staff' })
  }
  const { news } = facts
  const words = {
    name: nameInEmail(facts.first_name),
    inviter: nameInEmail(facts.inviter ?? brand.name),
    roles: facts.roles.map((role) => text(`staff.role.${role}`)).join(', '),
    link: facts.link,
    expires: formatDateTime(facts.expires_at),
    brand: brand.name,
    support: brand.supportEmail,
  }
  return news === 'invitation'
    ? writeEmail('staff.mail.invitation', words, { reason: 'staff' })
    : writeEmail('staff.mail.reset', words, { reason: 'staff' })
}
