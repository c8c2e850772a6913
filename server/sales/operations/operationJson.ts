import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { customerName } from '../lifecycle/customerName.ts'
import { isToAnswer } from '../lifecycle/openDispute.ts'
import { operationNet } from '../lifecycle/operationNet.ts'

/** An id on the wire: 32 hexadecimal characters. */
const hexJson = (column: Sql): Sql => sql`replace(${column}::text, '-', '')`

/** An instant on the wire: ISO 8601, UTC, milliseconds. */
export const instantJson = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A user's name, or null. */
const personJson = (column: Sql): Sql => sql`(select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = ${column})`

const ofOperation = (alias: Sql): Sql =>
  sql`${alias}.merchant_id = o.merchant_id and ${alias}.mode = o.mode and ${alias}.operation_id = o.id`

/** The first that still can be answered. Few operations have one: all of the shop are read once, by their index, not at each row. */
const disputeToAnswer = (now: Date): Sql => sql`case when o.id in (select d.operation_id from card_disputes d
    where d.merchant_id = scope_merchant() and d.mode = scope_mode() and ${isToAnswer(now)})
  then (select json_build_object('opened_at', ${instantJson(sql`d.opened_at`)}, 'evidence_due_at', ${instantJson(sql`d.evidence_due_at`)})
    from card_disputes d where ${ofOperation(sql`d`)} and ${isToAnswer(now)} order by d.evidence_due_at, d.id limit 1) end`

/** The facts shared by row and detail (`operationFacts` of the contract), as columns over `o`. */
const facts = (now: Date): Sql => sql`${hexJson(sql`o.id`)} as id, o.mid, o.mode = 'sandbox' as sandbox, o.category, o.substatus,
  o.status_reason, o.suspension_reason, o.channel, o.product, o.capture_mode,
  o.num_instalments, o.paid_instalments, o.total_cents as total_amount, o.voided_cents as voided_amount,
  o.captured_cents as captured_amount, o.refunded_cents as refunded_amount, o.held_cents as held_amount, o.disputed_cents as disputed_amount, ${operationNet} as net_amount,
  ${disputeToAnswer(now)} as dispute_to_answer,
  o.settlement_status, o.settlement_reference, ${instantJson(sql`o.created_at`)} as created,
  ${instantJson(sql`o.confirmed_at`)} as confirmed, ${instantJson(sql`o.expires_at`)} as expires_at, ${instantJson(sql`o.confirm_by`)} as confirm_by,
  ${instantJson(sql`o.capture_by`)} as capture_by, ${instantJson(sql`o.last_captured_at`)} as last_captured_at,
  o.next_due_on, o.next_due_cents as next_due_amount`

/** A row of the list, at an instant of the shop's clock. `row_to_json` takes half the time of `json_build_object`, whose keys are values. */
export const rowJson = (now: Date): Sql => sql`(select row_to_json(f) from (select ${facts(now)}, ${customerName()} as customer_name) f)`

const captureJson: Sql = sql`json_build_object('id', ${hexJson(sql`c.id`)}, 'amount', c.amount_cents, 'created', ${instantJson(sql`c.captured_at`)},
  'refunded_amount', c.refunded_cents, 'remaining_amount', c.amount_cents - c.refunded_cents)`

const paidBy = (kind: 'card' | 'transfer' | 'manual'): Sql =>
  sql`coalesce((select sum(p.amount_cents) from credit_payments p where p.merchant_id = k.merchant_id and p.mode = k.mode and p.credit_id = k.id
    and p.kind = ${kind} and p.state = 'succeeded'), 0)`

const creditJson: Sql = sql`(select json_build_object('state', k.state, 'on_cards', ${paidBy('card')}, 'by_transfer', ${paidBy('transfer')}, 'by_hand', ${paidBy('manual')},
  'waiting', k.amount_cents - k.paid_cents - k.under_way_cents, 'paid_at', ${instantJson(sql`k.paid_at`)})
  from customer_credits k where k.merchant_id = r.merchant_id and k.mode = r.mode and k.id = r.id)`

const refundJson: Sql = sql`json_build_object('id', ${hexJson(sql`r.id`)}, 'kind', r.kind, 'amount', r.amount_cents, 'state', r.state,
  'release_at', ${instantJson(sql`r.release_at`)}, 'reason', r.reason, 'comment', r.comment, 'merchant_reference', r.merchant_reference,
  'credit_to_customer', r.credit_to_customer_cents, 'credit', ${creditJson}, 'refunded_merchant_fee', r.fee_back_cents, 'refunded_vat', r.vat_back_cents,
  'refunded_subsidy', r.subsidy_back_cents, 'created', ${instantJson(sql`r.created_at`)}, 'created_by', ${personJson(sql`r.created_by`)},
  'completed_at', ${instantJson(sql`r.completed_at`)})`

/** All captures of `o`, oldest first. */
export const capturesJson: Sql = sql`coalesce((select json_agg(${captureJson} order by c.captured_at, c.id) from captures c where ${ofOperation(sql`c`)}), '[]')`

const instalmentsJson: Sql = sql`coalesce((select json_agg(json_build_object('number', i.number, 'due_on', i.due_on, 'amount', i.amount_cents,
  'original_amount', i.original_cents, 'principal', i.principal_cents, 'interest', i.interest_cents, 'state', i.state,
  'paid_at', ${instantJson(sql`i.paid_at`)}) order by i.number) from instalments i where ${ofOperation(sql`i`)}), '[]')`

const refundsJson: Sql = sql`coalesce((select json_agg(${refundJson} order by r.created_at, r.id) from refunds r where ${ofOperation(sql`r`)}), '[]')`

const linesJson: Sql = sql`coalesce((select json_agg(json_build_object('kind', l.kind, 'gross_amount', l.gross_cents, 'fee_amount', l.fee_cents,
  'vat_amount', l.vat_cents, 'subsidy_amount', l.subsidy_cents, 'net_amount', l.net_cents, 'occurred_at', ${instantJson(sql`l.occurred_at`)},
  'value_on', l.value_on, 'settlement_reference', (select s.reference from settlements s where s.merchant_id = l.merchant_id and s.mode = l.mode and s.id = l.settlement_id),
  'settlement_id', ${hexJson(sql`l.settlement_id`)}) order by l.occurred_at, l.id) from settlement_lines l where ${ofOperation(sql`l`)}), '[]')`

const historyJson: Sql = sql`coalesce((select json_agg(json_build_object('at', ${instantJson(sql`e.at`)}, 'event', e.event, 'actor', e.actor,
  'user_name', ${personJson(sql`e.user_id`)}, 'channel', e.channel, 'reason', e.reason, 'given_reason', e.given_reason,
  'comment', e.comment, 'amount', e.amount_cents) order by e.seq)
  from operation_events e where ${ofOperation(sql`e`)}), '[]')`

const sameShop: Sql = sql`b.merchant_id = o.merchant_id and b.mode = o.mode`

/** At most five other operations of the same customer, by document or else by e-mail, newest first. `offset 0` forces those indexes instead of a scan. */
const othersJson: Sql = sql`coalesce((select json_agg(json_build_object('id', ${hexJson(sql`n.id`)}, 'mid', n.mid, 'substatus', n.substatus,
  'total_amount', n.total_cents, 'created', ${instantJson(sql`n.created_at`)}) order by n.created_at desc, n.id desc)
  from (select f.* from (
      (select b.id, b.mid, b.substatus, b.total_cents, b.created_at from operations b where ${sameShop} and b.document_number = o.document_number offset 0)
      union all
      (select b.id, b.mid, b.substatus, b.total_cents, b.created_at from operations b where ${sameShop} and o.document_number is null and o.email <> '' and b.email = o.email offset 0)
    ) f where f.id <> o.id order by f.created_at desc, f.id desc limit 5) n), '[]')`

/** With the campaign's current name; null when no campaign applies. */
const campaignJson: Sql = sql`(select json_build_object('id', ${hexJson(sql`c.id`)}, 'name', c.name, 'waiting_period', o.waiting_months) from campaigns c
  where c.merchant_id = o.merchant_id and c.mode = o.mode and c.id = o.campaign_id)`

/** A whole operation in the contract's shape, in one statement; document and phone unmasked. `now`: of the shop's clock. */
export function operationQuery(scope: Scope, operationId: string, now: Date): Sql {
  const customer = sql`json_build_object('first_name', case when o.customer_hidden_at is null then o.first_name else ${customerName()} end, 'last_name', o.last_name,
    'email', o.email, 'hidden_at', ${instantJson(sql`o.customer_hidden_at`)}, 'phone', o.phone, 'document_number', o.document_number, 'others', ${othersJson})`
  return sql`select row_to_json(f)::text as json from (select ${facts(now)}, o.fee_bps as fee_rate, o.fee_fixed_cents as fee_fixed, o.tax_territory, o.vat_bps as vat_rate,
      o.fee_cents as fee_amount, o.vat_cents as vat_amount, o.subsidy_cents as subsidy_amount, o.captured_cents - o.refunded_cents as remaining_amount,
      o.total_cents - o.voided_cents - o.captured_cents as remaining_capture_amount, o.downpayment_cents as downpayment_amount,
      o.opening_fee_cents as opening_fee_amount, o.tin_bps as tin, o.tae_bps as tae, ${campaignJson} as campaign, ${hexJson(sql`o.duplicate_of`)} as duplicate_of,
      (select ${hexJson(sql`k.id`)} from checkouts k where ${ofOperation(sql`k`)}) as checkout_id,
      ${personJson(sql`o.created_by`)} as created_by, ${customer} as customer, ${instalmentsJson} as instalments, ${capturesJson} as captures,
      ${refundsJson} as refunds, ${linesJson} as settlement_lines, ${historyJson} as history,
      coalesce((select jsonb_array_length(a.articles) from carts a where ${ofOperation(sql`a`)}), 0) as article_count
    from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}) f`
}
