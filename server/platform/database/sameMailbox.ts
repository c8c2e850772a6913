import { domainToUnicode } from 'node:url'
import { sql, type Sql } from './sql.ts'

/** SQL condition: user or member `u` has the mailbox of one of these addresses, including addresses stored before they were normalised. */
export function sameMailbox(emails: readonly string[]): Sql {
  const spellings = emails.flatMap((email) => {
    const at = email.lastIndexOf('@')
    const local = email.slice(0, at + 1)
    return [email, (local + domainToUnicode(email.slice(at + 1))).normalize('NFKC').toLowerCase()]
  })
  return sql`lower(normalize(u.email, nfkc)) = any(${[...new Set(spellings)]}::text[])`
}
