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
  disputed_cents bigint not null default 0,
  tax_territory tax_territory not null default 'peninsula',
  primary key (merchant_id, mode, id),
  check (voided_cents >= 0 and voided_cents <= total_cents),
  constraint operations_check1 check (captured_cents >= 0 and captured_cents <= total_cents - voided_cents),
  constraint operations_check2 check (refunded_cents >= 0 and refunded_cents <= captured_cents),
  constraint operations_check3 check (held_cents >= 0 and held_cents <= refunded_cents),
  constraint operations_hidden check (customer_hidden_at is null or first_name = '' and last_name = '' and email = '' and phone is null and document_number is null)
) with (fillfactor = 85);
comment on table operations is 'Purchases paid in instalments: state, amounts, terms and the customer.';
comment on column operations.total_cents is 'Price of the order.';
comment on column operations.voided_cents is 'Of it taken back before capture.';
comment on column operations.captured_cents is 'Of it captured.';
comment on column operations.disputed_cents is 'Of what cards paid: disputed at the customer''s bank, undecided or lost. Nothing is refunded meanwhile.';
comment on column operations.refunded_cents is 'Of the captured given back, held refunds included.';
comment on column operations.held_cents is 'Of the refunded still held: it can be undone.';
comment on column operations.downpayment_cents is 'Part paid at once by the customer.';
comment on column operations.opening_fee_cents is 'The customer''s opening fee.';
comment on column operations.tin_bps is 'The customer''s yearly rate, in hundredths of a percent.';
comment on column operations.tae_bps is 'Annual percentage rate with all costs.';
comment on column operations.next_due_on is 'Day of the next instalment.';
comment on column operations.next_due_cents is 'Amount of the next instalment.';
comment on column operations.fee_bps is 'The merchant''s variable fee at confirmation.';
comment on column operations.fee_fixed_cents is 'The merchant''s fixed fee at confirmation, VAT excluded.';
comment on column operations.tax_territory is 'Where the merchant was taxed when it was created: the tax of vat_bps and vat_cents is that of this territory.';
comment on column operations.vat_bps is 'VAT rate on the fee at confirmation.';
comment on column operations.reference_tin_bps is 'The yearly rate without the shop''s subsidy.';
comment on column operations.fee_cents is 'Fee charged so far, VAT excluded, less what went back with refunds.';
comment on column operations.vat_cents is 'VAT on that fee.';
comment on column operations.subsidy_cents is 'Paid so far by the shop for the customer''s lower rate, less what went back.';
comment on column operations.net_cents is 'What the merchant gets: captured less refunds, fee, VAT and subsidy; null before capture.';
comment on column operations.created_at is 'When it was opened.';
comment on column operations.verified_at is 'Identity proved.';
comment on column operations.confirmed_at is 'Confirmed by the shop.';
comment on column operations.expires_at is 'The link is void after it.';
comment on column operations.confirm_by is 'The shop must confirm before it.';
comment on column operations.capture_by is 'The shop must capture before it.';
comment on column operations.last_captured_at is 'Last capture.';
comment on column operations.ended_at is 'When it ended without being paid off.';
comment on column operations.collect_at is 'Next attempt to collect after a declined one.';
comment on column operations.campaign_promised_cents is 'Subsidy reserved in the campaign''s budget.';
comment on column operations.concluded_at is 'Paid off or ended: retention counts from here.';
comment on column operations.customer_hidden_at is 'When the customer''s data was removed.';
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
comment on table operation_events is 'An operation''s history; only added to.';
comment on column operation_events.at is 'When, by the shop clock.';
comment on column operation_events.amount_cents is 'Amount of the step; null: none.';
alter table operation_events alter column merchant_id set (n_distinct = 3);
create index operation_events_by_time on operation_events (merchant_id, mode, at desc) include (operation_id) where event not in ('instalment_collected', 'instalment_declined');
create index operation_events_ending_work on operation_events (merchant_id, mode, at) where event in ('captured', 'capture_expired', 'confirmed', 'confirmed_for_capture', 'merchant_rejected', 'confirmation_expired', 'credit_accepted', 'offline_cancelled');
create index operation_events_disputes on operation_events (merchant_id, mode, at) include (event, amount_cents, operation_id) where event in ('card_disputed', 'card_dispute_won', 'card_dispute_lost');
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
comment on table operation_counters is 'Number of operations per merchant, day and status; the slots spread writers over rows.';
comment on column operation_counters.day is 'Day of Madrid on which they were created.';
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
comment on table operation_trigrams is 'Hashed trigrams of names and numbers, by which a search finds operations.';
comment on column operation_trigrams.created_at is 'The operation''s.';
alter table operation_trigrams alter column merchant_id set (n_distinct = 3);
create index operation_trigrams_inverted on operation_trigrams using gin (grams) with (fastupdate = off);

create table operation_lookups (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  created_at timestamptz not null,
  substatus text not null,
  total_cents bigint not null,
  keys bigint[] not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table operation_lookups is 'Every operation once more, for the provider''s search across shops: written with the operation, kept with its status, and without a word of its customer.';
comment on column operation_lookups.created_at is 'The operation''s.';
comment on column operation_lookups.total_cents is 'Amount of the order.';
comment on column operation_lookups.keys is 'Hashes by which it is found exactly: of its order numbers, and under a key of the installation of the customer''s e-mail, phone, document and words of the name.';
alter table operation_lookups alter column merchant_id set (n_distinct = 3);
create index operation_lookups_by_id on operation_lookups (operation_id);
create index operation_lookups_newest on operation_lookups (mode, substatus, created_at desc, operation_id desc);
create index operation_lookups_of_shop on operation_lookups (merchant_id, mode, substatus, created_at desc, operation_id desc);
create index operation_lookups_by_amount on operation_lookups (mode, total_cents, created_at desc);
create index operation_lookups_by_short_number on operation_lookups (right(operation_id::text, 8));
create index operation_lookups_by_key on operation_lookups using gin (keys) with (fastupdate = off);

create table lookup_key (
  only_one bool primary key default true check (only_one),
  key bytea not null check (length(key) = 32)
);
comment on table lookup_key is 'The key of the hashes in operation_lookups, kept since the first start of a server, so that they stay valid when the session secret that it was derived from changes.';

create table search_renewals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (merchant_id, mode)
);
comment on table search_renewals is 'How far the trigrams of a merchant were written anew.';
select isolate_in_scope('search_renewals');

create table carts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  articles jsonb not null,
  shipping jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table carts is 'What was bought: articles and delivery.';
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
  interest_cents bigint not null,
  state text not null check (state in ('pending', 'paid', 'overdue', 'cancelled', 'refunded')),
  paid_at timestamptz,
  primary key (merchant_id, mode, operation_id, number),
  check (amount_cents = principal_cents + interest_cents),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table instalments is 'An operation''s plan.';
comment on column instalments.due_on is 'Day on which it is collected.';
comment on column instalments.amount_cents is 'Owed: principal and interest, after refunds.';
comment on column instalments.original_cents is 'Owed when the plan was made.';
comment on column instalments.principal_cents is 'Of it principal.';
comment on column instalments.interest_cents is 'Of it interest; negative where an early repayment gave back more than had accrued.';
comment on column instalments.paid_at is 'When it was collected.';
alter table instalments alter column merchant_id set (n_distinct = 3);
create index instalments_overdue on instalments (merchant_id, mode, due_on) where state = 'overdue';
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
comment on table captures is 'Captured amounts of an operation.';
comment on column captures.amount_cents is 'Captured.';
comment on column captures.refunded_cents is 'Of it given back, held refunds included.';
comment on column captures.captured_at is 'When.';
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
comment on table voids is 'Amounts taken back before capture.';
comment on column voids.amount_cents is 'Taken back.';
comment on column voids.voided_at is 'When.';
alter table voids alter column merchant_id set (n_distinct = 3);
create index voids_by_operation on voids (merchant_id, mode, operation_id, voided_at);
select isolate_tenants('voids');

create table deadlines (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release', 'campaign_start', 'campaign_ending', 'campaign_end', 'campaign_report', 'refund_request', 'decision', 'card_answer')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
comment on table deadlines is 'What falls due by the clock: links, confirmations, captures, instalments, refunds to be released, campaigns, requests, decisions, cards without an answer.';
comment on column deadlines.due_at is 'When.';
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
comment on table operation_visits is 'A person''s last look at the list, for what is new since.';
comment on column operation_visits.since is 'Changes after it are shown as new.';
comment on column operation_visits.last_at is 'Last look.';
create index operation_visits_by_user on operation_visits (user_id);
select isolate_tenants('operation_visits');

create function campaign_cost(category text, total_cents bigint, captured_cents bigint, voided_cents bigint, promised_cents bigint, subsidy_cents bigint) returns bigint immutable language sql as $$
  select case
    when category = 'in_process' or (category = 'accepted' and captured_cents + voided_cents < total_cents) then greatest(promised_cents, subsidy_cents)
    else subsidy_cents end
$$;
