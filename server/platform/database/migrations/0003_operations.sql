-- Operations and all that hangs from them. Every table leads with (merchant_id, mode) and is walled by row-level security.

create table merchant_products (
  merchant_id uuid not null references merchants,
  mode mode not null,
  product text not null check (product in ('instalments', 'pay_in_4', 'pay_later')),
  enabled boolean not null default true,
  min_cents bigint not null check (min_cents > 0),
  max_cents bigint not null check (max_cents >= min_cents),
  instalments_allowed integer[] not null,
  tin_bps integer not null check (tin_bps >= 0),
  opening_fee_bps integer not null default 0 check (opening_fee_bps >= 0),
  downpayment text not null default 'none' check (downpayment in ('none', 'equal')),
  capture_mode text not null default 'automatic' check (capture_mode in ('automatic', 'manual')),
  fee_bps integer not null check (fee_bps >= 0),
  fee_fixed_cents bigint not null check (fee_fixed_cents >= 0),
  vat_bps integer not null default 2100,
  primary key (merchant_id, mode, product)
);

create table operations (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  mid text collate "C" check (length(mid) <= 64),
  category text not null generated always as (case
    when substatus in ('payment_process', 'payment_completed', 'payment_suspended') then 'accepted'
    when substatus in ('pending_merchant', 'pending_customer') then 'in_process'
    when substatus = 'rejected' then 'rejected'
    else 'stopped' end) stored,
  substatus text not null check (substatus in ('payment_process', 'payment_completed', 'payment_suspended', 'pending_merchant',
    'pending_customer', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')),
  status_reason text,
  suspension_reason text,
  channel text not null check (channel in ('online', 'in_store', 'phone')),
  product text not null check (product in ('instalments', 'pay_in_4', 'pay_later')),
  capture_mode text not null check (capture_mode in ('automatic', 'manual')),
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- Money in cents. `refunded_cents` counts refunds done and held, so that nothing is given back twice.
  total_cents bigint not null check (total_cents > 0),
  voided_cents bigint not null default 0,
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  held_cents bigint not null default 0,
  downpayment_cents bigint not null default 0,
  opening_fee_cents bigint not null default 0,
  -- The plan that was agreed.
  num_instalments integer not null check (num_instalments between 1 and 60),
  tin_bps integer not null,
  tae_bps integer not null,
  paid_instalments integer not null default 0,
  next_due_on date,
  next_due_cents bigint,
  -- What the shop pays: terms at the time of sale and amounts on what was captured, after refunds.
  fee_bps integer not null,
  fee_fixed_cents bigint not null,
  vat_bps integer not null,
  reference_tin_bps integer not null,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  -- Sum of the settlement lines; before capture, the forecast; null when nothing will ever be paid.
  net_cents bigint,
  settlement_status text not null default 'none' check (settlement_status in ('none', 'pending', 'settled', 'reversed')),
  settlement_reference text,
  -- The customer.
  first_name text not null,
  last_name text not null,
  email text collate "C" not null,
  phone text,
  document_number text,
  -- Name, order number and e-mail without accents or case.
  search_text text not null,
  duplicate_of uuid,
  created_by uuid references users,
  created_at timestamptz not null,
  verified_at timestamptz,
  confirmed_at timestamptz,
  expires_at timestamptz,
  confirm_by timestamptz,
  capture_by timestamptz,
  last_captured_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, mode, id),
  check (voided_cents between 0 and total_cents),
  check (captured_cents between 0 and total_cents - voided_cents),
  check (refunded_cents between 0 and captured_cents),
  check (held_cents between 0 and refunded_cents)
);
-- The included columns let the list's filters be tried inside the index, without fetching rows that do not pass.
create index operations_by_created on operations (merchant_id, mode, created_at desc, id desc) include (channel, product, total_cents);
create index operations_by_category on operations (merchant_id, mode, category, created_at desc, id desc);
create index operations_by_substatus on operations (merchant_id, mode, substatus, created_at desc, id desc) include (channel, product, total_cents);
create index operations_by_total on operations (merchant_id, mode, total_cents, created_at desc, id desc);
create index operations_by_mid on operations (merchant_id, mode, mid);
create index operations_by_email on operations (merchant_id, mode, email);
create index operations_by_phone on operations (merchant_id, mode, phone) where phone is not null;
create index operations_by_document on operations (merchant_id, mode, document_number) where document_number is not null;
create index operations_by_settlement on operations (merchant_id, mode, settlement_reference) where settlement_reference is not null;

-- Hashed trigrams of `search_text`, each bound to merchant and mode by its hash. Outside the row-level wall on purpose: behind it an index on
-- containment could not be used, and the rows are ids and hashes only; what is found here is read from `operations`, behind the wall.
create table operation_grams (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  created_at timestamptz not null,
  grams integer[] not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);
create index operation_grams_inverted on operation_grams using gin (grams) with (fastupdate = off);

-- How many operations a merchant has per Madrid day and sub-status; several slots a day so that writers do not queue on one row.
create table operation_counters (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  substatus text not null,
  slot smallint not null,
  operations integer not null,
  primary key (merchant_id, mode, day, substatus, slot)
);

create function count_operation() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.substatus = old.substatus then return null; end if;
  insert into operation_counters as c (merchant_id, mode, day, substatus, slot, operations)
  select new.merchant_id, new.mode, (new.created_at at time zone 'Europe/Madrid')::date, s.substatus, pg_backend_pid() % 8, s.change
  from (select new.substatus, 1 as change union all select old.substatus, -1 where tg_op = 'UPDATE') s
  order by s.substatus
  on conflict (merchant_id, mode, day, substatus, slot) do update set operations = c.operations + excluded.operations;
  return null;
end $$;
create trigger count_operation after insert or update of substatus on operations for each row execute function count_operation();

create table carts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  -- [{name, quantity, price, tax_rate, discount, total}]: cents and basis points
  articles jsonb not null,
  -- {name, method, total} or null
  shipping jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);

create table instalments (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  number integer not null,
  due_on date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  original_cents bigint not null,
  principal_cents bigint not null check (principal_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  state text not null check (state in ('pending', 'paid', 'overdue', 'cancelled', 'refunded')),
  paid_at timestamptz,
  primary key (merchant_id, mode, operation_id, number),
  foreign key (merchant_id, mode, operation_id) references operations,
  check (amount_cents = principal_cents + interest_cents)
);

create table captures (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  captured_at timestamptz not null,
  captured_by uuid references users,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations
);
create index captures_by_operation on captures (merchant_id, mode, operation_id, captured_at);

create table refunds (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  kind text not null check (kind in ('refund', 'cancel')),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('held', 'completed', 'undone')),
  -- Until when it can be undone; null for one that was done at once.
  release_at timestamptz,
  reason text,
  comment text,
  merchant_reference text,
  credit_to_customer_cents bigint not null default 0,
  fee_back_cents bigint not null default 0,
  vat_back_cents bigint not null default 0,
  subsidy_back_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  completed_at timestamptz,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations,
  check (state <> 'held' or release_at is not null)
);
create index refunds_by_operation on refunds (merchant_id, mode, operation_id, created_at);

-- From which capture each refund is taken, oldest first.
create table refund_captures (
  merchant_id uuid not null,
  mode mode not null,
  refund_id uuid not null,
  capture_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (merchant_id, mode, refund_id, capture_id),
  foreign key (merchant_id, mode, refund_id) references refunds,
  foreign key (merchant_id, mode, capture_id) references captures
);

-- The queue of held refunds: ids only, so that a worker can find what is due in every shop without seeing any of it.
create table refund_releases (
  refund_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  release_at timestamptz not null
);
create index refund_releases_due on refund_releases (release_at);

create table operation_events (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  seq integer not null,
  at timestamptz not null,
  event text not null,
  actor text not null check (actor in ('customer', 'merchant', 'provider', 'system')),
  user_id uuid references users,
  channel text,
  from_substatus text,
  to_substatus text,
  reason text,
  amount_cents bigint,
  primary key (merchant_id, mode, operation_id, seq),
  foreign key (merchant_id, mode, operation_id) references operations
);

create table settlements (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  reference text not null,
  value_on date not null,
  net_cents bigint not null,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, reference)
);

-- What the provider owes the shop, line by line. A line belongs to one settlement, or to none yet.
create table settlement_lines (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  kind text not null check (kind in ('order', 'refund', 'cancel')),
  refund_id uuid,
  capture_id uuid,
  gross_cents bigint not null,
  fee_cents bigint not null,
  vat_cents bigint not null,
  subsidy_cents bigint not null,
  net_cents bigint not null check (net_cents = gross_cents - fee_cents - vat_cents - subsidy_cents),
  occurred_at timestamptz not null,
  value_on date not null,
  settlement_id uuid,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations,
  foreign key (merchant_id, mode, settlement_id) references settlements
);
create index settlement_lines_by_operation on settlement_lines (merchant_id, mode, operation_id, occurred_at);
create index settlement_lines_pending on settlement_lines (merchant_id, mode, value_on) where settlement_id is null;
