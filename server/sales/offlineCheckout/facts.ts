import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { checkoutStepOf } from '#domain/sales/operations/checkoutStep'
import { formatDate } from '#domain/platform/dates'
import { pluginStatus, type StatusReason, type Substatus } from '#domain/sales/operations/lifecycle'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** A checkout row with the columns of its operation that a till shows. */
export type FactsRow = {
  id: string
  operation_id: string
  mid: string | null
  mode: Mode
  substatus: Substatus
  status_reason: StatusReason | null
  total_cents: bigint
  confirmed_at: Date | null
  expires_at: Date | null
  first_name: string
  last_name: string
  created_at: Date
  progress: 'created' | 'sent' | 'opened' | 'consent_confirmed' | 'in_checkout'
  version: number
  product: string | null
  consents_given_at: Date | null
  consent_confirmed_at: Date | null
  identified_at: Date | null
  challenge_passed_at: Date | null
  decision_wait: string | null
  replaced_by: string | null
  card_saved: boolean
  customer_hidden_at: Date | null
}

/** Over `c` (checkouts) joined with `o` (operations). */
export const factsColumns = sql`c.id, c.operation_id, o.mid, o.mode, o.substatus, o.status_reason, o.total_cents, o.confirmed_at, o.expires_at, o.first_name,
  o.last_name, c.created_at, c.progress, c.version, c.product, c.consents_given_at, c.consent_confirmed_at, c.identified_at, c.challenge_passed_at, c.decision_wait, c.replaced_by,
  o.customer_hidden_at, exists (select from payment_methods p where p.merchant_id = c.merchant_id and p.mode = c.mode and p.operation_id = c.operation_id) as card_saved`

export const ofOperation = sql`join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id`

/** The checkout's progress: how it ended follows from the operation and is not stored twice (docs/domain.md#checkout-links). */
function progressOf({ substatus, status_reason: reason, replaced_by: replacedBy, progress }: FactsRow): OfflineCheckout['progress'] {
  if (replacedBy !== null) return 'replaced'
  if (substatus === 'pending_customer') return progress
  if (reason === 'expired' || reason === 'expired_challenge' || reason === 'consent_expired') return 'expired'
  if (reason === 'customer_dismissed' || reason === 'confirmation_rejected_by_merchant' || reason === 'duplicated') return 'cancelled'
  return 'completed'
}

/** The facts shared by the list and a single checkout. */
export function factsOf(row: FactsRow) {
  return {
    id: hexOf(row.id),
    operationId: hexOf(row.operation_id),
    mid: row.mid,
    totalAmount: Number(row.total_cents),
    currency: 'EUR' as const,
    status: pluginStatus({ substatus: row.substatus, confirmedAt: row.confirmed_at }),
    substatus: row.substatus,
    statusReason: row.status_reason,
    sandbox: row.mode === 'sandbox',
    progress: progressOf(row),
    step: checkoutStepOf({
      substatus: row.substatus,
      statusReason: row.status_reason,
      planChosen: row.product !== null,
      consentsGiven: row.consents_given_at !== null,
      codeConfirmed: row.consent_confirmed_at !== null,
      identified: row.identified_at !== null,
      awaitsDecision: row.decision_wait !== null,
      challengePassed: row.challenge_passed_at !== null,
      cardSaved: row.card_saved,
    }),
    customerName: row.customer_hidden_at
      ? text('privacy.hidden', { date: formatDate(row.customer_hidden_at) })
      : `${row.first_name} ${row.last_name}`.trim(),
    created: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    version: row.version,
  }
}
