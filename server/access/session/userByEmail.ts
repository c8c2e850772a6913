import type { Role } from '#domain/access/roles'
import { tidyEmail } from '#domain/platform/emailAddress'
import { openAccount } from '../../platform/database/openAccount.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'

export type KnownUser = {
  id: string
  account_id: string
  role: Role
  email: string
  first_name: string
  last_name: string
  /** The language that they have chosen. */
  locale: string | null
  password_hash: string | null
  second_factor_since: Date | null
}

/**
 * The person behind an address, if there is one who may sign in: an invitation that nobody accepted opens nothing, nor does an access that has ended,
 * nor a demo account beside real ones.
 * Whoever was written down before addresses had one spelling signs in as they were written; that comes first.
 */
export function userByEmail(services: Services, email: string): Promise<KnownUser | undefined> {
  return services.database.read(null, (db) =>
    db.first<KnownUser>(sql`
    select id, account_id, role, email, first_name, last_name, locale, password_hash, second_factor_since from users
    where email in (${email.toLowerCase()}, ${tidyEmail(email)}) and disabled_at is null
      and password_hash is not null and (access_until is null or access_until > ${services.now()})
      and exists (select from accounts a where a.id = account_id and ${openAccount(services.config)})
    order by email = ${email.toLowerCase()} desc limit 1`),
  )
}
