import { sql, type Sql } from '../../platform/database/sql.ts'
import { speaking, spoken, text } from '../../platform/calls/messages.ts'

/** What stands before and after the day, in each language that was asked in. */
const halves = new Map<string, readonly [before: string, after: string]>()

function hiddenSince(): readonly [before: string, after: string] {
  const language = spoken()
  const known = halves.get(language)
  if (known) return known
  const [before = '', after = ''] = text('privacy.hidden', { date: '\n' }).split('\n')
  halves.set(language, [before, after])
  return [before, after]
}

/** The customer of operation `o` by name; of one who is hidden, since when, in words. Empty where nobody is known. */
export function customerName(): Sql {
  const [before, after] = hiddenSince()
  return sql`case when o.customer_hidden_at is null then btrim(o.first_name || ' ' || o.last_name)
    else ${before} || to_char(o.customer_hidden_at at time zone 'Europe/Madrid', 'DD.MM.YYYY') || ${after} end`
}

/** The same in files, which stay Spanish whoever asks for them (decision 0023). */
export const customerNameInFiles = (): Sql => speaking('es', customerName)
