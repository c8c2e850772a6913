import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { maskPhone } from '#domain/platform/identifiers'
import type { Role } from '#domain/access/roles'
import type { Product } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { checkoutLink, shortCheckoutLink } from '../messages/customerLinks.ts'
import { deliveryProblem, deliveryState } from '../lifecycle/deliveryState.ts'
import { sentTo } from '../lifecycle/sentTo.ts'
import { factsColumns, factsOf, ofOperation, type FactsRow } from './facts.ts'

/** How often a link may be resent, and the minimum interval (docs/domain.md#checkout-links). */
export const MAX_RESENDS = 5
export const RESEND_INTERVAL_MS = 60_000

type Delivery = Omit<OfflineCheckout['deliveries'][number], 'at' | 'to'> & { recipient: string; at: string }
type Row = FactsRow & {
  submit_type: OfflineCheckout['submitType']
  chosen_product: Product | null
  num_instalments: number | null
  generation: number
  short_hash: Buffer | null
  opened_at: Date | null
  verified_at: Date | null
  ended_at: Date | null
  resend_count: number
  link_sent_at: Date | null
  another_link_asked_at: Date | null
  phone_corrections: number
  phone: string | null
  email: string
  deliveries: Delivery[]
}
type Looking = { checkoutId: string; services: Pick<Services, 'config' | 'tokens'>; role: Role; now: Date }

/** A checkout as its shop sees it; without its link for read-only roles. Refuses with ObjectNotFoundException. */
export async function show(db: Connection, scope: Scope, { checkoutId, services, role, now }: Looking): Promise<OfflineCheckout> {
  const row = await db.first<Row>(sql`select ${factsColumns}, c.submit_type, coalesce(c.product, c.fixed_product) as chosen_product,
      coalesce(c.num_instalments, c.fixed_instalments) as num_instalments, l.generation, c.opened_at, o.verified_at, o.ended_at, l.short_hash, c.resend_count, c.link_sent_at, c.another_link_asked_at, c.phone_corrections, o.phone, o.email,
      coalesce((select json_agg(json_build_object('channel', d.channel, 'purpose', d.purpose, 'recipient', d.recipient, 'state', ${deliveryState}, 'problem', ${deliveryProblem},
          'at', d.created_at) order by d.created_at desc, d.id desc)
        from deliveries d where d.merchant_id = c.merchant_id and d.mode = c.mode and d.checkout_id = c.id), '[]') as deliveries
    from checkouts c ${ofOperation} join checkout_links l on l.checkout_id = c.id
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  if (!row) throw notFound(hexOf(checkoutId))
  const leads = row.substatus === 'pending_customer' && row.replaced_by === null && (row.expires_at === null || row.expires_at > now)
  const left = leads ? Math.max(0, MAX_RESENDS - row.resend_count) : 0
  return {
    ...factsOf(row),
    submitType: row.submit_type,
    consent: consentOf(row),
    openedAt: row.opened_at?.toISOString() ?? null,
    consentAt: row.consent_confirmed_at?.toISOString() ?? null,
    decidedAt: (row.verified_at ?? row.ended_at)?.toISOString() ?? null,
    product: row.chosen_product,
    numInstalments: row.num_instalments,
    checkoutUrl: leads && role !== 'guest' ? checkoutLink(services, checkoutId, row.generation) : null,
    shortUrl:
      leads && role !== 'guest' && row.short_hash
        ? shortCheckoutLink(services, checkoutId, { generation: row.generation, stored: row.short_hash })
        : null,
    resendCount: row.resend_count,
    resendsLeft: left,
    nextResendAt: left === 0 ? null : (nextResendAt(row)?.toISOString() ?? null),
    anotherLinkAskedAt: row.another_link_asked_at?.toISOString() ?? null,
    replacedBy: row.replaced_by === null ? null : hexOf(row.replaced_by),
    correctedPhone:
      row.phone_corrections > 0 && row.phone !== null ? sentTo(row, { channel: 'sms', to: maskPhone(row.phone) }, role) : null,
    deliveries: row.deliveries.map(({ recipient, at, ...rest }) => ({
      ...rest,
      to: sentTo(row, { ...rest, to: recipient }, role),
      at: new Date(at).toISOString(),
    })),
  }
}

/** When the link may be resent; null when it was never sent. */
const nextResendAt = (row: Row): Date | null => row.link_sent_at && new Date(row.link_sent_at.getTime() + RESEND_INTERVAL_MS)

function consentOf(row: Row): OfflineCheckout['consent'] {
  if (row.consent_confirmed_at !== null) return 'confirmed'
  return row.status_reason === 'consent_expired' ? 'expired' : 'pending'
}
