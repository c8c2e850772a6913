-- Webhooks: endpoints, deliveries and the queue.

create table webhooks (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  url text not null check (length(url) >= 1 and length(url) <= 2000),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  old_secret text,
  old_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users,
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text check (off_reason in ('person', 'failing', 'gone', 'secret')),
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check ((old_secret is null) = (old_secret_ends_at is null)),
  constraint webhooks_check1 check ((off_at is null) = (off_reason is null))
);
select isolate_tenants('webhooks');

create table webhook_deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null,
  type text not null,
  happened_at timestamptz not null,
  queued_at timestamptz not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  tried_at timestamptz,
  status smallint,
  answer text check (length(answer) <= 300),
  problem text,
  ms int,
  sent_by uuid references users,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, webhook_id) references webhooks(merchant_id, mode, id) on delete cascade
);
alter table webhook_deliveries alter column merchant_id set (n_distinct = 3);
create index webhook_deliveries_log on webhook_deliveries (merchant_id, mode, webhook_id, queued_at desc, id desc);
select isolate_tenants('webhook_deliveries');

create table webhook_queue (
  number bigint primary key generated always as identity,
  delivery_id uuid not null unique,
  merchant_id uuid not null,
  mode mode not null,
  webhook_id uuid not null,
  due_at timestamptz not null default '-infinity',
  foreign key (merchant_id, mode, delivery_id) references webhook_deliveries(merchant_id, mode, id) on delete cascade
);
create index webhook_queue_due on webhook_queue (due_at, number);
create index webhook_queue_of_webhook on webhook_queue (webhook_id, due_at, number);

create table webhook_sweeps (
  webhook_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  foreign key (merchant_id, mode, webhook_id) references webhooks(merchant_id, mode, id) on delete cascade
);
create index webhook_sweeps_due on webhook_sweeps (due_at);

create function tell_webhooks(message uuid, shop uuid, in_mode mode, what text, at timestamptz, about jsonb) returns void language sql as $$
  with told as (
    insert into webhook_deliveries (merchant_id, mode, id, webhook_id, message_id, type, happened_at, queued_at, data)
    select w.merchant_id, w.mode, gen_random_uuid(), w.id, message, what, at, at, about from webhooks w
    where w.merchant_id = shop and w.mode = in_mode and w.off_at is null and what = any (w.events)
    returning merchant_id, mode, id, webhook_id
  )
  insert into webhook_queue (delivery_id, merchant_id, mode, webhook_id) select id, merchant_id, mode, webhook_id from told
$$;

create function tell_webhooks_of_campaign() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode,
    case new.status when 'active' then 'campaign.started' when 'paused' then 'campaign.paused' else 'campaign.ended' end,
    -- A person's change says when it was made; the clock's is as old as what it was waiting for.
    case when new.changed_at > old.changed_at then new.changed_at
      else coalesce(case new.status when 'active' then new.starts_at when 'paused' then new.budget_spent_at else new.ends_at end, new.changed_at) end,
    jsonb_build_object('campaign_id', replace(new.id::text, '-', ''), 'slug', new.slug, 'from', old.status, 'to', new.status));
  return null;
end $$;

create function tell_webhooks_of_payout() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, case new.state when 'confirmed' then 'settlement.paid' else 'settlement.returned' end,
    new.done_at, jsonb_build_object('settlement_id', replace(new.settlement_id::text, '-', ''), 'reference', new.reference, 'amount', new.amount_cents,
      'value_on', new.value_on, 'return_code', new.return_code));
  return null;
end $$;

create function tell_webhooks_of_report() returns trigger language plpgsql as $$
declare about jsonb := jsonb_build_object('report_id', replace(new.id::text, '-', ''), 'schedule_id', replace(new.schedule_id::text, '-', ''), 'type', new.type,
  'format', new.format, 'from', new.from_on, 'to', new.to_on);
begin
  if new.status = 'ready' then
    perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, 'report.ready', new.ready_at, about || jsonb_build_object('rows', new.rows,
      'sha256', encode(new.checksum, 'hex'), 'expires_at', to_char(new.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  else
    perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, 'report.failed', new.failed_at, about || jsonb_build_object('problem', new.problem,
      'missing', to_jsonb(new.missing)));
  end if;
  return null;
end $$;

create function keep_first_webhook_answer() returns trigger language plpgsql as $$
begin
  insert into shop_first_responses as f (merchant_id, mode, at)
  select g.merchant_id, g.mode, min(g.tried_at) from gone g where g.state = 'delivered' and g.tried_at is not null group by g.merchant_id, g.mode
  on conflict (merchant_id, mode) do update set at = least(f.at, excluded.at);
  return null;
end $$;

create function queue_webhook_sweep() returns trigger language plpgsql as $$
begin
  insert into webhook_sweeps (webhook_id, merchant_id, mode) values (new.id, new.merchant_id, new.mode);
  return null;
end $$;

create trigger tell_webhooks after update of status on campaigns
  for each row when (old.status <> new.status and new.status in ('active', 'paused', 'finished')) execute function tell_webhooks_of_campaign();
create trigger tell_webhooks after update of state on payouts
  for each row when (old.state <> new.state and new.state in ('confirmed', 'returned')) execute function tell_webhooks_of_payout();
create trigger tell_webhooks after update of status on reports
  for each row when (old.status <> new.status and (new.status = 'ready' or new.status = 'failed' and new.failed_at is not null)) execute function tell_webhooks_of_report();
create trigger queue_webhook_sweep after insert on webhooks for each row execute function queue_webhook_sweep();
create trigger keep_first_webhook_answer after delete on webhook_deliveries
  referencing old table as gone for each statement execute function keep_first_webhook_answer();
