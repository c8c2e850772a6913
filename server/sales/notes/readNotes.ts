import type { Note } from '#contract/sales/notes'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'

type Person = { id: string; name: string }
type Row = { id: string; text: string; created_at: Date; author: Person | null; mentions: Person[] }

const personOf = ({ id, name }: Person) => ({ userId: hexOf(id), name })

/** The notes of an operation that pass a condition on `n`, the oldest first. */
export async function readNotes(
  db: Connection,
  { merchantId, mode }: Scope,
  operationId: string,
  condition: Sql = sql`true`,
): Promise<Note[]> {
  const rows = await db.rows<Row>(sql`select n.id, n.text, n.created_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) end as author,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', btrim(c.first_name || ' ' || c.last_name)) order by c.first_name, c.id)
        from note_mentions m join users c on c.id = m.user_id where m.merchant_id = n.merchant_id and m.mode = n.mode and m.note_id = n.id), '[]') as mentions
    from operation_notes n left join users u on u.id = n.created_by
    where n.merchant_id = ${merchantId} and n.mode = ${mode} and n.operation_id = ${operationId} and ${condition} order by n.created_at, n.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    author: row.author && personOf(row.author),
    mentions: row.mentions.map(personOf),
  }))
}

/** The operation's id and its order number as people say it; refuses with ObjectNotFoundException what is not of this shop and mode. */
export async function noted(db: Connection, { merchantId, mode }: Scope, operationHex: string): Promise<{ id: string; order: string }> {
  const id = uuidOf(operationHex)
  const row =
    id === undefined
      ? undefined
      : await db.first<{ mid: string | null }>(
          sql`select o.mid from operations o where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.id = ${id}`,
        )
  if (id === undefined || row === undefined) throw notFound(operationHex)
  return { id, order: row.mid ?? operationHex.slice(0, 8) }
}
