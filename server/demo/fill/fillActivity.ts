import type pg from 'pg'
import { bigShopName } from '../personas.ts'

/** How many days the activity log goes back. */
const days = 21

/**
 * Recent activity of the big shop's account, derived from the demo's rows: refunds, campaigns, claims, the team. Columns: at, who, shop,
 * call, outcome, target, before and after.
 */
const done = `
  with a as (select id as shop, account_id from merchants where name = $1),
  person as (select u.* from members u join a on a.account_id = u.account_id),
  access as (select p.*, jsonb_build_object('role', p.role, 'shops', null, 'withheld', p.withheld, 'sandboxOnly', p.sandbox_only, 'refundLimitCents', p.refund_limit_cents,
      'refundDayLimitCents', p.refund_day_limit_cents, 'accessUntil', (p.access_until at time zone 'Europe/Madrid' - interval '1 second')::date) as held from person p),
  refund as (select r.*, sum(r.amount_cents) over (partition by r.operation_id order by r.created_at) as sum_cents from refunds r join a on r.merchant_id = a.shop where r.mode = 'live'),
  line as (
    select r.created_at as at, r.created_by as user_id, r.merchant_id, 'operationRefund' as call, 'done' as outcome, 'operation' as entity, r.operation_id as entity_id,
        jsonb_build_object('refundedCents', r.sum_cents - r.amount_cents) as before, jsonb_build_object('refundedCents', r.sum_cents) as after
      from (select * from refund where kind = 'refund' and created_by is not null order by created_at desc limit 10) r
    union all select c.changed_at, c.changed_by, c.merchant_id, case c.status when 'paused' then 'campaignPause' else 'campaignPublish' end, 'done', 'campaign', c.id,
        jsonb_build_object('state', case c.status when 'paused' then 'active' else 'draft' end), jsonb_build_object('state', c.status)
      from campaigns c join a on c.merchant_id = a.shop where c.mode = 'live' and c.status in ('scheduled', 'active', 'paused')
    union all select s.opened_at, s.opened_by, s.merchant_id, 'settlementClaimOpen', 'done', 'settlement', s.settlement_id, null, jsonb_build_object('differenceCents', s.difference_cents)
      from settlement_claims s join a on s.merchant_id = a.shop where s.mode = 'live'
    union all select p.invited_at, p.invited_by, null, 'teamInvite', 'done', 'user', p.id, null, p.held || '{"invited": true}' from access p where p.invited_by is not null
    union all select p.disabled_at, p.invited_by, null, 'teamUpdate', 'done', 'user', p.id, p.held || '{"disabled": false}', p.held || '{"disabled": true, "endedSessions": 1}'
      from access p where p.disabled_at is not null
    -- A guest tries to refund.
    union all select r.created_at + interval '4 minutes', p.id, r.merchant_id, 'operationRefund', 'PermissionDenied', 'operation', r.operation_id, null, null
      from (select * from refund where kind = 'refund' order by created_at desc offset 3 limit 1) r, person p where p.role = 'guest'
  )
  select line.*, a.account_id, p.role from line join a on true join person p on p.id = line.user_id
  where line.at between $2::timestamptz - make_interval(days => $3) and $2::timestamptz order by line.at, line.entity_id`

/** Appends one entry to the account's audit chain with its own time; the IP addresses are from a documentation range (RFC 5737). */
const append = `
  with head as (select coalesce(max(h.seq), 0) + 1 as seq, coalesce((array_agg(h.hash))[1], sha256('')) as hash from audit_heads h where h.account_id = $1),
  line as (
    insert into audit_entries (account_id, seq, at, merchant_id, mode, user_id, role, ip, call, outcome, entity, entity_id, before, after, request_id, previous_hash, hash)
    select $1::uuid, head.seq, $2::timestamptz, $3::uuid, v.mode, $4::uuid, $5, v.ip, $6, $7, $8, $9::uuid, $10::jsonb, $11::jsonb, 'demo', head.hash,
      audit_hash(head.hash, $1::uuid, head.seq, $2::timestamptz, $3::uuid, v.mode, $4::uuid, $5, v.ip, $6, $7, $8, $9::uuid, $10::jsonb, $11::jsonb, 'demo', null, null)
    from head, (select case when $3::uuid is null then null else 'live'::mode end as mode, '203.0.113.24'::inet as ip) v returning account_id, seq, hash
  )
  insert into audit_heads select * from line on conflict (account_id) do update set seq = excluded.seq, hash = excluded.hash`

/** Gives the demo's big company an audit log: the time trigger is disabled meanwhile, the hash chain is valid. After the rows and the team. */
export async function fillActivity(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(done, [bigShopName, now, days])
  await client.query('alter table audit_entries disable trigger audit_link')
  for (const row of rows)
    await client.query(append, [
      row.account_id,
      row.at,
      row.merchant_id,
      row.user_id,
      row.role,
      row.call,
      row.outcome,
      row.entity,
      row.entity_id,
      row.before,
      row.after,
    ])
  await client.query('alter table audit_entries enable trigger audit_link')
}
