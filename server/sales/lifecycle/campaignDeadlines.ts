import { campaignDeadlineStates } from '#domain/sales/campaigns/campaignChange'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The kinds of deadlines that a campaign can have. */
export const campaignDeadlineKinds: readonly string[] = [...new Set(campaignDeadlineStates.map(({ kind }) => kind))]

/**
 * A query for the deadlines `(merchant_id, mode, object_id, kind, due_at)` of campaigns; `campaigns`: a query for whole rows. In which state each exists is
 * the domain's (`campaignDeadlineStates`); here, at which instant it is due. People are notified of the end 72 hours before, if it runs for longer, and of
 * the result at nine on the morning after the last day; once each.
 */
export const campaignDeadlinesOf = (campaigns: Sql): Sql => sql`select d.merchant_id, d.mode, d.object_id, d.kind, d.due_at from (
    select c.merchant_id, c.mode, c.id as object_id, k.kind, case k.kind
        when 'campaign_start' then c.starts_at
        when 'campaign_end' then c.ends_at
        when 'campaign_ending' then case when c.ending_told_at is null and c.ends_at - interval '72 hours' > c.starts_at then c.ends_at - interval '72 hours' end
        when 'campaign_report' then case when c.report_told_at is null and c.ends_at > c.starts_at
          then (((c.ends_at - interval '1 microsecond') at time zone 'Europe/Madrid')::date + 1 + time '09:00') at time zone 'Europe/Madrid' end
      end as due_at
    from (${campaigns}) c join unnest(${campaignDeadlineStates.map(({ kind }) => kind)}::text[], ${campaignDeadlineStates.map(({ status }) => status)}::text[])
      k (kind, status) on k.status = c.status
  ) d where d.due_at is not null`
