import { workTargetHours, type WorkKind } from '#domain/provider/workTargets'
import { disputesForStaff, disputeWaitsSince } from '../../money/disputes/disputeTasks.ts'
import type { StaffCaller } from '../../platform/calls/consoleHandler.ts'
import type { Services } from '../../platform/calls/call.ts'
import { certificateName, validityOf } from '../../platform/config/signingCertificate.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { confirmableCalls } from '../staff/confirmations.ts'

/** The columns of every source: kind, id, account_id, merchant_id, merchant_name, facts (JSON), since, deadline. */
const deadline = (kind: WorkKind, since: Sql): Sql => sql`${since} + make_interval(hours => ${workTargetHours[kind]})`
const company = sql`coalesce(nullif(e.name, ''), m.name)`
const companyOf = (account: Sql): Sql => sql`left join enterprises e on e.account_id = ${account}`

/** Applications that do not wait for their owner to correct something. */
const applications = sql`select 'application' as kind, s.merchant_id as id, s.account_id, s.merchant_id, ${company} as merchant_name,
    jsonb_build_object('shop', m.name,
      'documents', (select count(distinct d.type) from documents d where d.account_id = s.account_id and d.replaced_at is null and d.status = 'in_review'),
      'owners', (select count(*) from company_owners o where o.account_id = s.account_id)) as facts,
    greatest(s.submitted_at, o.submitted_at) as since, ${deadline('application', sql`greatest(s.submitted_at, o.submitted_at)`)} as deadline
  from shop_applications s join merchants m on m.id = s.merchant_id left join onboardings o on o.account_id = s.account_id ${companyOf(sql`s.account_id`)}
  where s.outcome is null and o.status is distinct from 'changes_requested'`

/** Documents of an account without such an application: renewed, or handed in again. */
const documents = sql`select 'document', d.account_id, d.account_id, null::uuid,
    coalesce((select e.name from enterprises e where e.account_id = d.account_id and e.name <> ''),
      (select m.name from merchants m where m.account_id = d.account_id order by m.created_at, m.id limit 1), ''),
    jsonb_build_object('papers', jsonb_agg(distinct d.type)), min(d.uploaded_at), ${deadline('document', sql`min(d.uploaded_at)`)}
  from documents d where d.status = 'in_review' and d.replaced_at is null and not exists (
    select from shop_applications s left join onboardings o on o.account_id = s.account_id
    where s.account_id = d.account_id and s.outcome is null and o.status is distinct from 'changes_requested')
  group by d.account_id`

const bankAccounts = sql`select 'bank_account', b.id, b.account_id, b.merchant_id, ${company},
    jsonb_build_object('iban', left(b.iban, 4) || ' •••• ' || right(b.iban, 4), 'shop', m.name), b.confirmed_at, ${deadline('bank_account', sql`b.confirmed_at`)}
  from bank_accounts b join merchants m on m.id = b.merchant_id ${companyOf(sql`b.account_id`)}
  where b.state = 'pending_review' and b.reviewed_at is null`

const claims = sql`select 'claim', q.claim_id, m.account_id, q.merchant_id, ${company},
    jsonb_build_object('reference', q.reference, 'amount', q.difference_cents), q.opened_at, ${deadline('claim', sql`q.opened_at`)}
  from settlement_claim_queue q join merchants m on m.id = q.merchant_id ${companyOf(sql`m.account_id`)}`

/** Sales that wait for a person; what waits for an external engine is nobody's work. */
const decisions = sql`select 'decision', q.decision_id, m.account_id, q.merchant_id, ${company},
    jsonb_strip_nulls(jsonb_build_object('shop', m.name, 'amount', q.amount_cents, 'product', q.product,
      'what', case when q.rule = 'identity_review' then q.rule end)), q.since, q.until
  from manual_decisions q join merchants m on m.id = q.merchant_id ${companyOf(sql`m.account_id`)}
  where q.closed_at is null and q.kind = 'review' and q.mode = 'live'`

/** Requests that this person can confirm: of somebody else, or of a key that somebody else has made. */
const confirmations = (
  staff: StaffCaller,
  now: Date,
): Sql => sql`select 'confirmation', c.id, c.account_id, c.merchant_id, coalesce((select e.name from enterprises e where e.account_id = c.account_id),
      (select m.name from merchants m where m.id = c.merchant_id), ''),
      jsonb_build_object('action', c.call, 'requestedBy', coalesce((select s.first_name || ' ' || s.last_name from staff s where s.id = c.requested_by), k.name)),
      c.requested_at, c.expires_at
    from staff_confirmations c left join provider_keys k on k.id = c.requested_key
    where c.state = 'pending' and c.expires_at > ${now} and coalesce(c.requested_by, k.created_by) <> ${staff.staffId}
      and c.call = any(${confirmableCalls(staff)}::text[])`

const taskOf = (kind: 'payout_returned' | 'debit_returned' | 'webhook_off', detail: Sql): Sql =>
  sql`select ${kind}, t.id, m.account_id, t.merchant_id, ${company},
      jsonb_strip_nulls(jsonb_build_object(${detail}, t.what, 'amount', t.amount_cents, 'code', t.code)), t.created_at, ${deadline(kind, sql`t.created_at`)}
    from provider_tasks t join merchants m on m.id = t.merchant_id ${companyOf(sql`m.account_id`)} where t.kind = ${kind}`

/** Payments that the bank has not answered two days after it should have executed them. */
function unanswered(now: Date): Sql {
  const since = sql`greatest(l.sent_at, l.value_on::timestamp at time zone 'Europe/Madrid') + interval '2 days'`
  return sql`select 'payout_unanswered', l.id, m.account_id, l.merchant_id, ${company},
      jsonb_build_object('reference', l.payout_reference, 'amount', l.net_cents), ${since}, ${deadline('payout_unanswered', since)}
    from listed_settlements l join merchants m on m.id = l.merchant_id ${companyOf(sql`m.account_id`)} where l.payout_state = 'sent' and ${since} <= ${now}`
}

/** The last proof of books and trail, where it found something. */
const brokenProof = sql`select 'proof_broken', p.id, null::uuid, null::uuid, '', jsonb_build_object('count', p.broken_count), p.finished_at, ${deadline('proof_broken', sql`p.finished_at`)}
  from (select * from book_proofs where finished_at is not null order by asked_at desc limit 1) p where p.broken_count > 0`

/** Messages that were given up; calls to shops' servers are the shops' own matter. */
const deadMessages = sql`select 'message_dead', d.id, m.account_id, d.merchant_id, coalesce(m.name, ''),
    jsonb_build_object('what', d.kind, 'error', d.last_error), d.done_at, ${deadline('message_dead', sql`d.done_at`)}
  from outbox d left join merchants m on m.id = d.merchant_id where d.state = 'dead' and d.kind not in ('webhook', 'order_callback')`

/** What is owed to customers and no partner has accepted, though it is days old or nobody can be asked. */
const credits = sql`select 'credit_unpaid', q.credit_id, m.account_id, q.merchant_id, ${company},
    jsonb_build_object('amount', q.left_cents, 'shop', m.name), q.task_since, ${deadline('credit_unpaid', sql`q.task_since`)}
  from credit_queue q join merchants m on m.id = q.merchant_id ${companyOf(sql`m.account_id`)} where q.task_since is not null`

/** Card disputes whose evidence is to be sent, or that no shop has answered: late when the card provider's deadline passes. */
const disputes = (now: Date): Sql => sql`select 'dispute', q.dispute_id, m.account_id, q.merchant_id, ${company},
    jsonb_build_object('amount', q.amount_cents, 'shop', m.name, 'answered', q.answer is not null), ${disputeWaitsSince}, q.evidence_due_at
  from card_dispute_queue q join merchants m on m.id = q.merchant_id ${companyOf(sql`m.account_id`)} where q.mode = 'live' and ${disputesForStaff(now)}`
/** Files of the bank with lines that belong to no order of ours, or differ from their order. */
const bankLines = sql`select 'bank_lines', f.id, null::uuid, null::uuid, '', jsonb_build_object('count', o.count, 'what', f.name), f.read_at, ${deadline('bank_lines', sql`f.read_at`)}
  from bank_files f join (select file_id, count(*)::integer as count from bank_file_lines where result = 'open' group by file_id) o on o.file_id = f.id`

/** What a card provider says otherwise than the books. */
const cardDifferences = sql`select 'card_difference', d.id, m.account_id, d.merchant_id, coalesce(m.name, ''),
    jsonb_strip_nulls(jsonb_build_object('what', d.kind, 'amount', coalesce(d.their_cents, 0) - coalesce(d.our_cents, 0))), d.found_at, ${deadline('card_difference', sql`d.found_at`)}
  from card_differences d left join merchants m on m.id = d.merchant_id where d.settled_at is null and d.resolved_at is null`

/** The certificate that signs Facturae files, when it expires soon; nothing where none is set. */
function endingCertificate({ invoicing: { signer } }: Services['config'], now: Date): Sql {
  const until = signer ? validityOf(signer.certificate).until : null
  const since = sql`${until}::timestamptz - make_interval(hours => ${workTargetHours.certificate_ends})`
  const id = signer?.certificate.fingerprint256.replaceAll(':', '').slice(0, 32) ?? null
  return sql`select 'certificate_ends', ${id}::uuid, null::uuid, null::uuid, '', jsonb_build_object('what', ${signer && certificateName(signer)}::text), ${since}, ${until}::timestamptz
    where ${since} <= ${now}`
}

/** Who looks at the queue, and when. */
export type WorkViewer = { staff: StaffCaller; services: Pick<Services, 'config'>; now: Date }

/** Everything that waits for the provider, as this person sees it, from tables that are read across shops. */
export const waiting = ({
  staff,
  services,
  now,
}: WorkViewer): Sql => sql`(${applications} union all ${documents} union all ${bankAccounts} union all ${claims} union all ${decisions}
  union all ${confirmations(staff, now)} union all ${taskOf('payout_returned', sql`'reference'`)} union all ${taskOf('debit_returned', sql`'reference'`)}
  union all ${taskOf('webhook_off', sql`'what'`)} union all ${unanswered(now)} union all ${brokenProof} union all ${deadMessages}
  union all ${credits} union all ${disputes(now)} union all ${bankLines} union all ${cardDifferences} union all ${endingCertificate(services.config, now)})`
