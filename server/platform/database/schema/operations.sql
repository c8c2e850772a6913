-- Operations: purchases paid in instalments, their cart, plan and history.

create table operations (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  mid text collate "C" check (length(mid) <= 64),
  category text not null generated always as (
    case
      when substatus in ('payment_process', 'payment_completed', 'payment_suspended') then 'accepted'
      when substatus in ('pending_merchant', 'pending_customer') then 'in_process'
      when (substatus = 'rejected') then 'rejected'
      else 'stopped'
    end
  ) stored,
  substatus text not null check (substatus in ('payment_process', 'payment_completed', 'payment_suspended', 'pending_merchant', 'pending_customer', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')),
  status_reason text,
  suspension_reason text,
  channel text not null check (channel in ('online', 'in_store', 'phone')),
  product text not null check (product in ('instalments', 'pay_in_4', 'pay_later')),
  capture_mode text not null check (capture_mode in ('automatic', 'manual')),
  currency text not null default 'EUR' check (currency = 'EUR'),
  total_cents bigint not null check (total_cents > 0),
  voided_cents bigint not null default 0,
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  held_cents bigint not null default 0,
  downpayment_cents bigint not null default 0,
  opening_fee_cents bigint not null default 0,
  num_instalments int not null check (num_instalments >= 1 and num_instalments <= 60),
  tin_bps int not null,
  tae_bps int not null,
  paid_instalments int not null default 0,
  next_due_on date,
  next_due_cents bigint,
  fee_bps int not null,
  fee_fixed_cents bigint not null,
  vat_bps int not null,
  reference_tin_bps int not null,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  net_cents bigint,
  settlement_status text not null default 'none' check (settlement_status in ('none', 'pending', 'settled', 'reversed')),
  settlement_reference text,
  first_name text not null,
  last_name text not null,
  email text collate "C" not null,
  phone text,
  document_number text,
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
  collect_at timestamptz,
  campaign_id uuid,
  waiting_months smallint not null default 0 check (waiting_months >= 0 and waiting_months <= 3),
  campaign_promised_cents bigint not null default 0 check (campaign_promised_cents >= 0),
  concluded_at timestamptz,
  customer_hidden_at timestamptz,
  primary key (merchant_id, mode, id),
  check (voided_cents >= 0 and voided_cents <= total_cents),
  constraint operations_check1 check (captured_cents >= 0 and captured_cents <= total_cents - voided_cents),
  constraint operations_check2 check (refunded_cents >= 0 and refunded_cents <= captured_cents),
  constraint operations_check3 check (held_cents >= 0 and held_cents <= refunded_cents),
  constraint operations_hidden check (customer_hidden_at is null or first_name = '' and last_name = '' and email = '' and phone is null and document_number is null)
) with (fillfactor = 85);
alter table operations alter column merchant_id set (n_distinct = 3);
create index operations_by_campaign on operations (merchant_id, mode, campaign_id, created_at) where campaign_id is not null;
create index operations_by_category on operations (merchant_id, mode, category, created_at desc, id desc);
create index operations_by_created on operations (merchant_id, mode, created_at desc, id desc) include (channel, product, total_cents);
create index operations_by_document on operations (merchant_id, mode, document_number) where document_number is not null;
create index operations_by_email on operations (merchant_id, mode, email);
create index operations_by_mid on operations (merchant_id, mode, mid);
create index operations_by_phone on operations (merchant_id, mode, phone) where phone is not null;
create index operations_by_product on operations (merchant_id, mode, product, total_cents, created_at desc, id desc) include (channel, substatus, category);
create index operations_by_substatus on operations (merchant_id, mode, substatus, created_at desc, id desc) include (channel, product, total_cents);
create index operations_by_total on operations (merchant_id, mode, total_cents, created_at desc, id desc);
create index operations_to_hide on operations (merchant_id, mode, coalesce(concluded_at, created_at)) where customer_hidden_at is null and substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected');
select isolate_tenants('operations');

create table operation_events (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  seq int not null,
  at timestamptz not null,
  event text not null,
  actor text not null check (actor in ('customer', 'merchant', 'provider', 'system')),
  user_id uuid references users,
  channel text,
  from_substatus text,
  to_substatus text,
  reason text,
  amount_cents bigint,
  given_reason text,
  comment text,
  primary key (merchant_id, mode, operation_id, seq),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table operation_events alter column merchant_id set (n_distinct = 3);
create index operation_events_by_time on operation_events (merchant_id, mode, at desc) include (operation_id) where event not in ('instalment_collected', 'instalment_declined');
create index operation_events_ending_work on operation_events (merchant_id, mode, at) where event in ('captured', 'capture_expired', 'confirmed', 'confirmed_for_capture', 'merchant_rejected', 'confirmation_expired', 'credit_accepted', 'offline_cancelled');
select isolate_tenants('operation_events');

create table operation_counters (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  substatus text not null,
  slot smallint not null,
  operations int not null,
  primary key (merchant_id, mode, day, substatus, slot)
);
select isolate_tenants('operation_counters');

create table operation_trigrams (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  created_at timestamptz not null,
  grams int[] not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table operation_trigrams alter column merchant_id set (n_distinct = 3);
create index operation_trigrams_inverted on operation_trigrams using gin (grams) with (fastupdate = off);

create table search_renewals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (merchant_id, mode)
);

create table carts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  articles jsonb not null,
  shipping jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table carts alter column merchant_id set (n_distinct = 3);
select isolate_tenants('carts');

create table instalments (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  number int not null,
  due_on date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  original_cents bigint not null,
  principal_cents bigint not null check (principal_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  state text not null check (state in ('pending', 'paid', 'overdue', 'cancelled', 'refunded')),
  paid_at timestamptz,
  primary key (merchant_id, mode, operation_id, number),
  check (amount_cents = principal_cents + interest_cents),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table instalments alter column merchant_id set (n_distinct = 3);
select isolate_tenants('instalments');

create table captures (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  refunded_cents bigint not null default 0,
  captured_at timestamptz not null,
  captured_by uuid references users,
  primary key (merchant_id, mode, id),
  check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table captures alter column merchant_id set (n_distinct = 3);
create index captures_by_operation on captures (merchant_id, mode, operation_id, captured_at);
select isolate_tenants('captures');

create table voids (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  voided_at timestamptz not null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table voids alter column merchant_id set (n_distinct = 3);
create index voids_by_operation on voids (merchant_id, mode, operation_id, voided_at);
select isolate_tenants('voids');

create table deadlines (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release', 'campaign_start', 'campaign_ending', 'campaign_end', 'campaign_report', 'refund_request')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
alter table deadlines alter column merchant_id set (n_distinct = 3);
create index deadlines_due on deadlines (due_at);
create index deadlines_of_shop on deadlines (merchant_id, mode, due_at) where kind in ('capture', 'refund_release');

create table operation_visits (
  merchant_id uuid not null references merchants,
  mode mode not null,
  user_id uuid not null references users on delete cascade,
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (merchant_id, mode, user_id),
  check (last_at >= since)
);
create index operation_visits_by_user on operation_visits (user_id);
select isolate_tenants('operation_visits');

create function campaign_cost(category text, total_cents bigint, captured_cents bigint, voided_cents bigint, promised_cents bigint, subsidy_cents bigint) returns bigint immutable language sql as $$
  select case
    when category = 'in_process' or (category = 'accepted' and captured_cents + voided_cents < total_cents) then greatest(promised_cents, subsidy_cents)
    else subsidy_cents end
$$;
