import type pg from 'pg'

/** What customers of the demo were told of refunds that went out: one letter each, seconds later; nothing in test mode. After the rows. */
export async function fillRefundEmails(client: pg.Client): Promise<void> {
  await client.query(
    `insert into deliveries (merchant_id, mode, id, channel, purpose, recipient, state, problem, generation, created_at, done_at)
     select r.merchant_id, r.mode, r.id, 'email', 'refund', left(o.email, 1) || '•••' || substring(o.email from '@.*$'),
       case r.mode when 'live' then 'sent' else 'not_sent' end, case r.mode when 'sandbox' then 'sandbox' end, 1, r.completed_at, r.completed_at + interval '4 seconds'
     from refunds r join operations o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.operation_id
     where r.state = 'completed' and o.email <> ''`,
  )
}
