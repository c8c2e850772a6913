import type { CampaignState } from '#domain/sales/campaigns/campaign'
import { campaignWebhook } from '#domain/sales/campaigns/campaignChange'
import { webhookQueries } from '../../merchants/notices/queueWebhooks.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { campaignDeadlineKinds, campaignDeadlinesOf } from './campaignDeadlines.ts'
import { deadlineQueries } from './deadlineQueries.ts'

type CampaignChange = {
  /** The campaigns `c`, which must be locked. */
  where: Sql
  /** Their new state, and since when they have it: of a campaign `n` as it becomes. Absent: they keep theirs. */
  becomes?: { status: CampaignState; at: Sql }
  /** Other columns of `c`. */
  set?: Sql
}

/** A campaign that was changed. */
export type ChangedCampaign = { id: string; name: string; starts_at: Date | null; ends_at: Date | null }

/**
 * The only way to change a campaign's state or its times: in one statement, the rows, their deadlines and their webhook events. Returns the campaigns that
 * were changed.
 */
export function changeCampaigns(db: Connection, scope: Scope, { where, becomes, set }: CampaignChange): Promise<ChangedCampaign[]> {
  const columns = [...(becomes ? [sql`status = ${becomes.status}`] : []), ...(set ? [set] : [])]
  const type = becomes ? campaignWebhook(becomes.status) : null
  const queries = [
    sql`earlier as materialized (select c.id, c.status from campaigns c where ${where})`,
    sql`changed as (update campaigns c set ${joinSql(columns)} where ${where} returning c.*)`,
    deadlineQueries(scope, campaignDeadlineKinds, campaignDeadlinesOf(sql`select * from changed`)),
    ...(becomes && type !== null
      ? [
          webhookQueries(
            scope,
            sql`select ${type}::text, ${becomes.at}, jsonb_build_object('campaign_id', replace(n.id::text, '-', ''), 'slug', n.slug, 'from', e.status, 'to', n.status)
              from changed n join earlier e on e.id = n.id where e.status <> n.status order by n.id`,
          ),
        ]
      : []),
  ]
  return db.rows<ChangedCampaign>(sql`with ${joinSql(queries)} select n.id, n.name, n.starts_at, n.ends_at from changed n`)
}

/** Deletes campaigns `c` with their deadlines. */
export const deleteCampaigns = (db: Connection, scope: Scope, where: Sql): Promise<number> =>
  db.run(sql`with changed as (delete from campaigns c where ${where} returning c.id)
    delete from deadlines d using changed n where ${inScope(scope, 'd')} and d.object_id = n.id`)
