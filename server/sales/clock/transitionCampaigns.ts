import { formatDateTime } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { campaignDeadlinesOf } from '../lifecycle/campaignDeadlines.ts'
import { changeCampaigns, type ChangedCampaign } from '../lifecycle/changeCampaigns.ts'
import { notify } from '../../merchants/notices/notify.ts'

/**
 * Records campaign transitions that the clock has caused: those past their end are finished, those past their start are active, and people are notified of
 * the start and, once, of the approaching end. A campaign's effective state does not depend on this. Every rule is checked again under the lock, so that the
 * result is the same however often, and in whatever order, it runs. Returns the campaigns changed or notified of.
 */
export async function transitionCampaigns(services: Services, scope: Scope, campaignIds: readonly string[]): Promise<string[]> {
  const now = services.now()
  return services.database.write(scope, async (db) => {
    const chosen = sql`${inScope(scope, 'c')} and c.id = any(${campaignIds}::uuid[])`
    db.send(sql`select from campaigns c where ${chosen} order by c.id for update`)
    // What the clock causes is as old as what it was waiting for.
    const ended = await changeCampaigns(db, scope, {
      where: sql`${chosen} and c.status in ('scheduled', 'active', 'paused') and c.ends_at <= ${now}`,
      becomes: { status: 'finished', at: sql`n.ends_at` },
    })
    const begun = await changeCampaigns(db, scope, {
      where: sql`${chosen} and c.status = 'scheduled' and c.starts_at <= ${now}`,
      becomes: { status: 'active', at: sql`n.starts_at` },
    })
    const due = campaignDeadlinesOf(sql`select * from campaigns c where ${chosen}`)
    const ending = await changeCampaigns(db, scope, {
      where: sql`${chosen} and c.id in (select d.object_id from (${due}) d where d.kind = 'campaign_ending' and d.due_at <= ${now})`,
      set: sql`ending_told_at = ${now}`,
    })
    for (const one of begun) notifyShop(db, scope, one, 'campaign_started', now)
    for (const one of ending) notifyShop(db, scope, one, 'campaign_ending', now)
    const turned = new Set([...ended, ...begun, ...ending].map(({ id }) => id))
    return campaignIds.filter((id) => turned.has(id))
  })
}

function notifyShop(
  db: Connection,
  scope: Scope,
  { id, name, ends_at }: ChangedCampaign,
  type: 'campaign_started' | 'campaign_ending',
  now: Date,
): void {
  notify(db, {
    about: { merchantId: scope.merchantId },
    type,
    level: 'info',
    values: [
      { key: 'campaign', value: name },
      ...(type === 'campaign_ending' && ends_at !== null ? [{ key: 'deadline', value: formatDateTime(lastMinute(ends_at)) }] : []),
    ],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/campaigns/${hexOf(id)}${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    now,
  })
}

/** An end at midnight is displayed as the evening before: the last minute included. */
const lastMinute = (endsAt: Date) => new Date(endsAt.getTime() - 60_000)
