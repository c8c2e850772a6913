import { tidyEmail } from '#domain/platform/emailAddress'
import type { Database } from '../../platform/database/database.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { sql } from '../../platform/database/sql.ts'

export type FoundAccount = {
  accountId: string
  company: string
  disabledAt: Date | null
  relationEnded: boolean
  shops: { id: string; name: string; status: string }[]
}

type Row = { id: string; company: string; disabled_at: Date | null; ended: boolean; shops: FoundAccount['shops'] }

/** The account that somebody signs in to by this e-mail, with its shops in the order in which they were made; undefined when there is none. */
export async function findAccount({ read }: Database, email: string): Promise<FoundAccount | undefined> {
  const row = await read(null, (db) =>
    db.first<Row>(sql`select a.id, coalesce(e.name, p.first_name || ' ' || p.last_name, '') as company, a.disabled_at, a.relation_ended_on is not null as ended,
        coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'status', m.status) order by m.created_at, m.id) from merchants m where m.account_id = a.id), '[]') as shops
      from users u join accounts a on a.id = u.account_id left join enterprises e on e.account_id = a.id left join profiles p on p.account_id = a.id
      where ${sameMailbox([tidyEmail(email)])}`),
  )
  return row && { accountId: row.id, company: row.company, disabledAt: row.disabled_at, relationEnded: row.ended, shops: row.shops }
}
