-- Selling: checkouts and the doors to them, messages sent, cards on file, bank consents, and what falls due.

-- What the shop asked for and how far the customer is. Personal data stand in `operations`; of codes and links nothing is stored: both are
-- derived from ids and these counters.
create table checkouts (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  submit_type text not null check (submit_type in ('user', 'vendors')),
  progress text not null default 'created' check (progress in ('created', 'sent', 'opened', 'consent_confirmed', 'in_checkout')),
  -- Grows with every change that a shop's screen shows.
  version integer not null default 1,
  channels text[] not null default '{}',
  notes text,
  -- Fixed by the shop; null where the customer chooses.
  fixed_product text,
  fixed_instalments integer,
  -- Chosen by the customer.
  product text,
  num_instalments integer,
  consents_given_at timestamptz,
  -- One-time code: how many were sent, when the last one, wrong tries at it.
  codes_sent integer not null default 0,
  code_sent_at timestamptz,
  code_attempts integer not null default 0,
  consent_confirmed_at timestamptz,
  -- sha256 of the mark of the browser that entered the code.
  device_hash bytea,
  birthday date,
  address jsonb,
  identified_at timestamptz,
  challenge_attempts integer not null default 0,
  challenge_passed_at timestamptz,
  bank_linked_at timestamptz,
  opened_at timestamptz,
  resend_count integer not null default 0,
  link_sent_at timestamptz,
  another_link_asked_at timestamptz,
  replaced_by uuid,
  created_by uuid references users,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);
create index checkouts_by_created on checkouts (merchant_id, mode, created_at desc);

-- Which shop and mode a link leads into. Outside the wall on purpose: whoever comes with a link has no shop yet; ids only.
create table checkout_doors (
  checkout_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  -- Which link is good now; earlier ones are known as replaced.
  generation integer not null default 1
);

-- Messages to customers: what, by what way, to whom (masked), and what became of it. Text and address are made when it is sent.
create table deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  checkout_id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  purpose text not null check (purpose in ('link', 'code', 'outcome')),
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'not_sent')),
  problem text check (problem in ('rejected', 'unreachable', 'sandbox')),
  -- Of the link or the code that it carries; an older one is not sent any more.
  generation integer not null,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, checkout_id) references checkouts
);
create index deliveries_by_checkout on deliveries (merchant_id, mode, checkout_id, created_at desc);

-- The customer's card as its provider knows it; the number itself never comes here.
create table payment_methods (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  provider text not null,
  token text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  created_at timestamptz not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);

-- Every time that a card was asked: the first payment (instalment null) and each collection. `id` is the provider's idempotency key.
create table charges (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  instalment integer,
  attempt integer not null default 1,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('authorised', 'captured', 'declined', 'released')),
  provider_reference text,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations
);
create unique index charges_once on charges (merchant_id, mode, operation_id, coalesce(instalment, 0), attempt);

-- What the customer's bank was asked, for an amount and a document; status only. Outside the wall: it is asked before there is an operation.
create table bank_consents (
  id uuid primary key,
  account_id uuid not null references accounts,
  mode mode not null,
  -- sha256 of the document, keyed.
  document_hash bytea not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'expired', 'failed')),
  -- The provider's own code when it failed: C001, C002, C004, C005, T001, P000.
  error_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz
);
create index bank_consents_by_document on bank_consents (account_id, mode, document_hash, created_at desc);

-- When a card that said no is asked again; null: on the day the instalment falls due.
alter table operations add column collect_at timestamptz;

-- What falls due, when: ids only, outside the wall, so that any worker finds it in every shop without seeing any of it.
create table deadlines (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
create index deadlines_due on deadlines (due_at);

-- What an operation waits for, said once for everybody who changes one.
create function deadlines_of(o operations) returns table (kind text, due_at timestamptz) stable language sql as $$
  select 'checkout_expiry', o.expires_at where o.substatus = 'pending_customer' and o.expires_at is not null
  union all select 'confirmation', o.confirm_by where o.substatus = 'pending_merchant' and o.status_reason = 'confirmation_required' and o.confirm_by is not null
  union all select 'capture', o.capture_by where o.capture_by is not null and (o.substatus = 'pending_merchant' and o.status_reason = 'capture_required'
    or o.substatus = 'payment_process' and o.captured_cents < o.total_cents - o.voided_cents)
  union all select 'instalment', coalesce(o.collect_at, o.next_due_on::timestamp at time zone 'Europe/Madrid')
    where o.substatus = 'payment_process' and o.next_due_on is not null
$$;

create function keep_deadlines() returns trigger language plpgsql as $$
begin
  delete from deadlines d where d.merchant_id = new.merchant_id and d.mode = new.mode and d.object_id = new.id
    and d.kind not in (select n.kind from deadlines_of(new) n) and d.kind <> 'refund_release';
  insert into deadlines as d (merchant_id, mode, object_id, kind, due_at) select new.merchant_id, new.mode, new.id, n.kind, n.due_at from deadlines_of(new) n
  on conflict (merchant_id, mode, object_id, kind) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at;
  return null;
end $$;
create trigger keep_deadlines after update of substatus, status_reason, expires_at, confirm_by, capture_by, next_due_on, collect_at, captured_cents, voided_cents on operations
  for each row execute function keep_deadlines();

create function add_deadlines() returns trigger language plpgsql as $$
begin
  insert into deadlines (merchant_id, mode, object_id, kind, due_at) select f.merchant_id, f.mode, f.id, n.kind, n.due_at from fresh f, deadlines_of(f::operations) n;
  return null;
end $$;
create trigger add_deadlines after insert on operations referencing new table as fresh for each statement execute function add_deadlines();

-- The owner is walled too; what is there already is read once without the wall.
alter table operations no force row level security;
insert into deadlines (merchant_id, mode, object_id, kind, due_at)
select o.merchant_id, o.mode, o.id, n.kind, n.due_at from operations o, deadlines_of(o) n;
alter table operations force row level security;

do $$
declare name text;
begin
  foreach name in array array['checkouts', 'deliveries', 'payment_methods', 'charges'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
