-- Addresses that a shop wants to be told at, and what they were told.

create table webhooks (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  -- domain/webhook.ts
  events text[] not null check (cardinality(events) > 0),
  -- What signs, sealed: the database alone does not say it.
  secret text not null,
  -- The one before signs too, until then.
  old_secret text,
  old_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users,
  -- Since when nothing arrives there; null: the last that was sent arrived.
  failing_since timestamptz,
  -- Since when nothing is sent there, and why: a person turned it off, it failed too long, it said that it is gone, or its
  -- secret can no longer be opened.
  off_at timestamptz,
  off_reason text check (off_reason in ('person', 'failing', 'gone', 'secret')),
  primary key (merchant_id, mode, id),
  check ((old_secret is null) = (old_secret_ends_at is null)),
  check ((off_at is null) = (off_reason is null))
);

-- One message for one address. The outbox and the log at once: written in the transaction that makes the message true.
create table webhook_deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  webhook_id uuid not null,
  -- The same at every address and however often it is sent.
  message_id uuid not null,
  type text not null,
  happened_at timestamptz not null,
  -- When it was put here: as it happened, or when somebody sent it by hand.
  queued_at timestamptz not null,
  -- What it says, in the wire's spelling; ids, states and amounts, nothing of a customer.
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Of the last try: when, the answer's status and first characters, or why there was none, and how long it took.
  tried_at timestamptz,
  status smallint,
  answer text check (length(answer) <= 300),
  problem text,
  ms integer,
  -- Who had it sent: a test, or once more.
  sent_by uuid references users,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (merchant_id, mode, webhook_id, queued_at desc, id desc);

do $$
declare name text;
begin
  foreach name in array array['webhooks', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;

-- Which delivery is tried when. Outside the wall on purpose, so that any worker finds what is due; ids only.
create table webhook_turns (
  -- What came first goes first.
  number bigint generated always as identity primary key,
  delivery_id uuid not null unique,
  merchant_id uuid not null,
  mode mode not null,
  webhook_id uuid not null,
  -- -infinity: at once. Whoever takes it has it to himself until then.
  due_at timestamptz not null default '-infinity',
  foreign key (merchant_id, mode, delivery_id) references webhook_deliveries on delete cascade
);
create index webhook_turns_due on webhook_turns (due_at, number);
create index webhook_turns_of_webhook on webhook_turns (webhook_id);
