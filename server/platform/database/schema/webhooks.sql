-- Webhooks: endpoints and deliveries; what waits to be sent is in the outbox.

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
comment on table webhooks is 'A shop''s addresses that are told of events.';
comment on column webhooks.old_secret_ends_at is 'Messages are signed with both secrets until here.';
comment on column webhooks.created_at is 'When it was created.';
comment on column webhooks.failing_since is 'First failure since the last success.';
comment on column webhooks.off_at is 'When it was switched off.';
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
comment on table webhook_deliveries is 'Messages to webhooks and their last attempt.';
comment on column webhook_deliveries.happened_at is 'When the event happened.';
comment on column webhook_deliveries.queued_at is 'When it was queued.';
comment on column webhook_deliveries.tried_at is 'Last attempt.';
comment on column webhook_deliveries.ms is 'Until the answer, in milliseconds.';
alter table webhook_deliveries alter column merchant_id set (n_distinct = 3);
create index webhook_deliveries_log on webhook_deliveries (merchant_id, mode, webhook_id, queued_at desc, id desc);
select isolate_tenants('webhook_deliveries');

create table webhook_sweeps (
  webhook_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity'
);
comment on table webhook_sweeps is 'Webhooks whose old deliveries are to be deleted.';
comment on column webhook_sweeps.due_at is 'Next deletion.';
create index webhook_sweeps_due on webhook_sweeps (due_at);
select isolate_in_scope('webhook_sweeps');
