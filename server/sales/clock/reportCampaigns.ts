import { campaignDays, changeSince, sameWeekdaysBefore } from '#domain/sales/campaigns/campaignResult'
import { cents, formatEuros, formatPercent } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify, type Sentence } from '../../merchants/notices/notify.ts'
import { campaignDeadlinesOf } from '../lifecycle/campaignDeadlines.ts'
import { changeCampaigns, type ChangedCampaign } from '../lifecycle/changeCampaigns.ts'
import { salesBy, salesIn } from '../lifecycle/campaignSales.ts'

/**
 * On the morning after a campaign's last day, notifies people of its result: orders, amount, cost, and the same weekdays before. Once, however often and by
 * however many processes it runs; returns the campaigns reported.
 */
export async function reportCampaigns(services: Services, scope: Scope, campaignIds: readonly string[]): Promise<string[]> {
  const now = services.now()
  return services.database.write(scope, async (db) => {
    const chosen = sql`${inScope(scope, 'c')} and c.id = any(${campaignIds}::uuid[])`
    db.send(sql`select from campaigns c where ${chosen} order by c.id for no key update`)
    const due = campaignDeadlinesOf(sql`select * from campaigns c where ${chosen}`)
    const over = await changeCampaigns(db, scope, {
      where: sql`${chosen} and c.id in (select d.object_id from (${due}) d where d.kind = 'campaign_report' and d.due_at <= ${now})`,
      set: sql`report_told_at = ${now}`,
    })
    for (const one of over) await reportCampaign(db, scope, one, now)
    return over.map(({ id }) => id)
  })
}

async function reportCampaign(db: Connection, scope: Scope, { id, name, starts_at, ends_at }: ChangedCampaign, now: Date): Promise<void> {
  if (starts_at === null || ends_at === null) return
  const ran = campaignDays({ startsAt: starts_at, endsAt: ends_at }, now)
  if (ran === null) return
  const [by, all, before] = await Promise.all([
    salesBy(db, scope, id),
    salesIn(db, scope, ran),
    salesIn(db, scope, sameWeekdaysBefore(ran)),
  ])
  const change = changeSince(all.amount, before.amount)
  const result: Sentence[] = [
    by.orders === 0
      ? { of: 'campaigns.server.report.none' }
      : {
          of: 'campaigns.server.report.sold',
          values: { count: by.orders, amount: formatEuros(cents(by.amount)), cost: formatEuros(cents(by.subsidy)) },
        },
    ...(change === null
      ? []
      : [{ of: 'campaigns.server.report.compared', values: { change: `${change > 0 ? '+' : ''}${formatPercent(change)}` } }]),
  ]
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: 'campaign_report',
    level: 'info',
    values: [
      { key: 'campaign', value: name },
      { key: 'result', said: result },
    ],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/campaigns/${hexOf(id)}${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    now,
  })
}
