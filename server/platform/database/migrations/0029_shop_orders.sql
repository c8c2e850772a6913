-- Orders that a shop's own server begins: what it said of them, where its customer goes back to, and how it is told what became of each.

-- A private key as it must be said back to its shop: closed under KEY_ENCRYPTION_KEY and bound to the key's id; gone with the key.
create table sealed_keys (
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  sealed bytea not null,
  primary key (merchant_id, mode, key_id),
  foreign key (merchant_id, mode, key_id) references api_keys on delete cascade
);

-- When the copy of a key that has ended was thrown away.
alter table api_key_doors add column forgotten_at timestamptz;
create index api_key_doors_to_forget on api_key_doors (ends_at) where ends_at is not null and forgotten_at is null and kind = 'private';

-- What an order carries beyond its operation and its cart.
create table shop_orders (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  -- The key that it came with.
  key_id uuid not null,
  -- Of the whole order: basis points, cents, basis points.
  tax_rate_bps integer not null default 0 check (tax_rate_bps >= 0),
  discount_cents bigint not null default 0,
  discount_rate_bps integer not null default 0 check (discount_rate_bps >= 0),
  -- The order's total, which rules, less what its cart comes to.
  difference_cents bigint not null default 0,
  -- How much longer the customer gets for an identity check.
  extra_minutes integer not null default 2880 check (extra_minutes between 0 and 2880),
  -- Where the browser goes at the end: whole addresses.
  success_url text,
  pending_url text,
  ko_url text,
  error_url text,
  dismiss_url text,
  close_on_success boolean not null default false,
  -- As the shop knows its customer: {id, type, gender, language, date_joined, last_login}.
  customer jsonb not null default '{}',
  billing jsonb,
  shipping jsonb,
  event_on date,
  -- Which plugin on which platform: {module: {name, version}, version}.
  meta jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);

-- Numbers that an order had until its shop gave it another: it is still found by them.
create table earlier_mids (
  merchant_id uuid not null,
  mode mode not null,
  mid text collate "C" not null check (length(mid) <= 64),
  operation_id uuid not null,
  replaced_at timestamptz not null,
  primary key (merchant_id, mode, mid, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);

-- Where a shop wants to hear of an order, and what it has heard.
create table callbacks (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  -- A confirmation asks and is answered; an IPN is only taken note of.
  kind text not null check (kind in ('confirmation', 'ipn')),
  url text not null check (length(url) <= 2000),
  -- The last state that the shop took, as `status/reason`.
  acknowledged text,
  -- The state that it is being told, how often it was tried and since when; null: none.
  telling text,
  attempts integer not null default 0,
  telling_since timestamptz,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);

-- Every try: what the shop answered, one kilobyte of it, or why there was no answer.
create table callback_attempts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  told text not null,
  status integer,
  failure text,
  ms integer not null,
  answer text check (length(answer) <= 1024),
  primary key (merchant_id, mode, operation_id, id),
  foreign key (merchant_id, mode, operation_id) references callbacks
);

-- Of which order there is something to tell, when: ids only, outside the wall, so that any worker finds it in every shop without seeing any of it.
create table callback_dues (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  due_at timestamptz not null,
  -- Grows with every change of the order: what is told meanwhile is known to be old.
  version integer not null default 1,
  -- Until when one worker has it.
  leased_until timestamptz,
  primary key (merchant_id, mode, operation_id)
);
create index callback_dues_by_time on callback_dues (due_at);

-- Whoever changes an order lets its shop be told, in the same transaction.
create function queue_callback() returns trigger language plpgsql as $$
begin
  insert into callback_dues as d (merchant_id, mode, operation_id, due_at)
  select c.merchant_id, c.mode, c.operation_id, '-infinity' from callbacks c
  where c.merchant_id = new.merchant_id and c.mode = new.mode and c.operation_id = new.id
  on conflict (merchant_id, mode, operation_id) do update set due_at = excluded.due_at, version = d.version + 1;
  return null;
end $$;
create trigger queue_callback after update of substatus, status_reason on operations for each row
  when (old.substatus is distinct from new.substatus or old.status_reason is distinct from new.status_reason) execute function queue_callback();

-- The customer of a shop's page began by themselves.
alter table checkouts drop constraint checkouts_submit_type_check;
alter table checkouts add constraint checkouts_submit_type_check check (submit_type in ('user', 'vendors', 'online'));

do $$
declare name text;
begin
  foreach name in array array['sealed_keys', 'shop_orders', 'earlier_mids', 'callbacks', 'callback_attempts'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
