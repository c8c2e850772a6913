import type pg from 'pg'
import { withoutIndexes } from '../server/demo/load.ts'

/** Fills a shop up to this many operations of 2024, evenly over the year: none if an earlier run did so. */
export async function fillYear(client: pg.Client, merchantId: string, many: number): Promise<void> {
  const { rows } = await client.query<{ many: number }>(
    `select count(*)::integer as many from operations where merchant_id = $1 and mode = 'live' and id between '018c0000-0000-7000-8000-000000000000' and '018c0000-0000-7000-8000-ffffffffffff'`,
    [merchantId],
  )
  if ((rows[0]?.many ?? 0) >= many) return
  // No lines, instalments or deadlines: they are only read.
  await client.query('begin; set local session_replication_role = replica; set local statement_timeout = 0')
  const restoreIndexes = await withoutIndexes(client)
  await client.query(
    `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, refunded_cents, num_instalments, tin_bps, tae_bps,
       next_due_on, next_due_cents, fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, fee_cents, vat_cents, net_cents, settlement_status, settlement_reference,
       first_name, last_name, email, phone, document_number, search_text, created_at, last_captured_at)
     select $1, 'live', ('018c0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'PED-2024-' || n, case n % 4 when 2 then 'rejected' when 1 then 'payment_completed' else 'payment_process' end,
       case n % 3 when 0 then 'online' when 1 then 'in_store' else 'phone' end, 'instalments', 'automatic', t.cents, case n % 4 when 2 then 0 else t.cents end,
       case n % 20 when 0 then t.cents / 2 else 0 end, 6, 1999, 2192, case n % 2 when 0 then date '2025-01-17' end, case n % 2 when 0 then t.cents / 6 end, 250, 30, 2100, 1999, 1530, 321,
       t.cents - 1851, 'settled', 'LIQ-2024-' || 100000 + n / 1000, (array['Ana', 'María José', 'Íñigo', 'Lucía'])[1 + n % 4],
       (array['Mora Pérez', 'García Fernández', 'Núñez de Balboa', 'Ruiz'])[1 + n / 4 % 4], 'cliente' || n || '@correo.test', '600000000', '00000000T', 'ana mora ped-2024-' || n,
       t.at, t.at
     from generate_series(0, $2 - 1) n, lateral (select 2000 + n % 90000 as cents, timestamptz '2024-01-01T08:00:00Z' + n * (interval '364 days' / $2) as at) t`,
    [merchantId, many],
  )
  await fillFigures(client, merchantId)
  await restoreIndexes()
  await client.query('commit')
  await client.query('vacuum analyze operations')
}

/** Their figures by day, from the rows themselves: they have no history. */
async function fillFigures(client: pg.Client, merchantId: string): Promise<void> {
  await client.query(
    `insert into daily_requests (merchant_id, mode, day, channel, slot, created, created_cents, accepted, accepted_cents, refused, refused_cents)
     select merchant_id, mode, (created_at at time zone 'Europe/Madrid')::date, channel, 1, count(*), sum(total_cents), count(*) filter (where captured_cents > 0),
       sum(captured_cents), count(*) filter (where substatus = 'rejected'), sum(total_cents - captured_cents)
     from operations where merchant_id = $1 and mode = 'live' and id between '018c0000-0000-7000-8000-000000000000' and '018c0000-0000-7000-8000-ffffffffffff'
     group by 1, 2, 3, 4 on conflict do nothing`,
    [merchantId],
  )
  await client.query(
    `insert into daily_sales (merchant_id, mode, day, channel, product, campaign_id, slot, sold, sold_cents, captured, captured_cents, refunded, refunded_cents, fee_cents, vat_cents)
     select merchant_id, mode, (created_at at time zone 'Europe/Madrid')::date, channel, product, '00000000-0000-0000-0000-000000000000', 1, count(*), sum(captured_cents),
       count(*), sum(captured_cents), count(*) filter (where refunded_cents > 0), sum(refunded_cents), sum(fee_cents), sum(vat_cents)
     from operations where merchant_id = $1 and mode = 'live' and id between '018c0000-0000-7000-8000-000000000000' and '018c0000-0000-7000-8000-ffffffffffff'
       and captured_cents > 0 group by 1, 2, 3, 4, 5 on conflict do nothing`,
    [merchantId],
  )
}
