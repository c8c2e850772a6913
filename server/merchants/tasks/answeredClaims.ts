import { sql } from '../../platform/database/sql.ts'
import { inScope, maxEnded, maxOpen, type EndedRow, type OpenRow, type Source } from './source.ts'

const columns = sql`c.id as fact_id, c.settlement_id as object_id, s.reference as subject, null as reference, c.difference_cents as amount_cents`
const settled = sql`join settlements s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.id = c.settlement_id`

/** Settlement claims that the provider has answered: the shop says whether that settles them. */
export const answeredClaims: Source = {
  right: 'settlementClaimClose',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, null::timestamptz as deadline, c.answered_at as since from settlement_claims c ${settled}
      where ${inScope(sql`c`, reader)} and c.state = 'answered' order by c.answered_at, c.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, c.closed_at as at, 'person' as way, u.first_name as by from settlement_claims c ${settled} left join users u on u.id = c.closed_by
      where ${inScope(sql`c`, reader)} and c.state = 'closed' and c.answer is not null and c.closed_at > ${after} order by c.closed_at desc limit ${maxEnded}`),
}
