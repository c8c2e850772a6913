import { sql, type Sql } from '../db/sql.ts'
import { speaking, text } from '../http/messages.ts'

/** The customer of operation `o` by name; of one who is hidden, since when, in words. Empty where nobody is known. */
export function customerName(): Sql {
  const [before = '', after = ''] = text('privacy.hidden', { date: '\n' }).split('\n')
  return sql`case when o.customer_hidden_at is null then btrim(o.first_name || ' ' || o.last_name)
    else ${before} || to_char(o.customer_hidden_at at time zone 'Europe/Madrid', 'DD.MM.YYYY') || ${after} end`
}

/** The same in files, which stay Spanish whoever asks for them (decision 0023). */
export const customerNameInFiles = (): Sql => speaking('es', customerName)
