import { pageSize } from '#contract/platform/page'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { audienceOf, readAudiences } from './audienceRow.ts'

/** How many pages beyond the asked one are known to exist. */
const pagesAhead = 10

/** The shop's audiences, or those that were erased, the latest made first. */
export const audienceList: Handler<'audienceList'> = async ({ db, scope, query, now, services }) => {
  const { page, status = 'kept' } = query
  const [audiences, counts] = await Promise.all([
    readAudiences(
      db,
      scope,
      { now, secret: services.config.sessionSecret },
      status === 'erased' ? sql`a.status = 'erased'` : sql`a.status <> 'erased'`,
      sql`order by a.created_at desc, a.id desc offset ${(page - 1) * pageSize} limit ${pageSize}`,
    ),
    db.first<{ kept: number; erased: number }>(sql`select count(*) filter (where a.status <> 'erased')::integer as kept,
        count(*) filter (where a.status = 'erased')::integer as erased
      from audiences a where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode}`),
  ])
  const { kept, erased } = counts ?? { kept: 0, erased: 0 }
  const pages = Math.max(1, Math.ceil((status === 'erased' ? erased : kept) / pageSize))
  return {
    results: audiences.map(audienceOf),
    currentPage: page,
    maxVisiblePage: Math.min(pages, page + pagesAhead),
    next: page < pages ? page + 1 : null,
    counts: { kept, erased },
  }
}
