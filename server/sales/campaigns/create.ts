import type { CampaignTerms } from '#domain/sales/campaigns/campaign'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertAudience } from './campaignAudience.ts'
import { showCampaign } from './view.ts'
import { askedTerms, pick, slugOf, termColumns, termValues } from './writeTerms.ts'

/** A draft of which nothing is decided (the whole catalogue, every channel, no waiting). */
const blank: CampaignTerms = {
  name: '',
  scope: 'bulk',
  startsAt: null,
  endsAt: null,
  consumerTin: null,
  numInstalments: [],
  minOrderCents: null,
  maxOrderCents: null,
  waitingMonths: 0,
  channels: ['online', 'in_store', 'phone'],
  audienceId: null,
  budgetCents: null,
}

/** Begins a draft; it may lack anything. */
export const campaignCreate: Handler<'campaignCreate'> = async ({ db, scope, body, caller, now, audit }) => {
  const terms = askedTerms(body, blank)
  await assertAudience(db, scope, caller.role, { before: blank, after: terms })
  const id = writeDraft(db, scope, { terms, userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: id, after: pick(terms, ['name', 'scope', 'consumerTin']) })
  return showCampaign(db, scope, hexOf(id), now)
}

/** Writes a new draft; returns its id. */
export function writeDraft(db: Connection, scope: Scope, draft: { terms: CampaignTerms; userId: string | null; now: Date }): string {
  const { terms, userId, now } = draft
  const id = newId(now)
  db.send(sql`insert into campaigns (merchant_id, mode, id, ${termColumns}, created_at, created_by, changed_at, changed_by)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${termValues(terms, slugOf(terms.name, id))}, ${now}, ${userId}, ${now}, ${userId})`)
  return id
}
