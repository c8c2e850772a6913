-- The checkout: its steps, links and messages to the customer.

create table checkouts (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  submit_type text not null check (submit_type in ('user', 'vendors', 'online')),
  progress text not null default 'created' check (progress in ('created', 'sent', 'opened', 'consent_confirmed', 'in_checkout')),
  version int not null default 1,
  channels text[] not null default '{}',
  notes text,
  fixed_product text,
  fixed_instalments int,
  product text,
  num_instalments int,
  consents_given_at timestamptz,
  codes_sent int not null default 0,
  code_sent_at timestamptz,
  code_attempts int not null default 0,
  consent_confirmed_at timestamptz,
  device_hash bytea,
  birthday date,
  address jsonb,
  identified_at timestamptz,
  challenge_attempts int not null default 0,
  challenge_passed_at timestamptz,
  bank_linked_at timestamptz,
  opened_at timestamptz,
  resend_count int not null default 0,
  link_sent_at timestamptz,
  another_link_asked_at timestamptz,
  replaced_by uuid,
  created_by uuid references users,
  created_at timestamptz not null,
  phone_corrections int not null default 0 check (phone_corrections >= 0 and phone_corrections <= 2),
  language text,
  fixed_campaign uuid,
  opener_hash bytea,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table checkouts alter column merchant_id set (n_distinct = 3);
create index checkouts_by_created on checkouts (merchant_id, mode, created_at desc);
select isolate_tenants('checkouts');

create table checkout_links (
  checkout_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  generation int not null default 1
);

create table deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  checkout_id uuid,
  channel text not null check (channel in ('sms', 'email')),
  purpose text not null,
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'not_sent')),
  problem text check (problem in ('rejected', 'unreachable', 'sandbox')),
  generation int not null,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (merchant_id, mode, id),
  constraint deliveries_purpose_check check (case
    when (purpose = 'refund') then (checkout_id is null)
    else ((purpose in ('link', 'code', 'outcome')) and (checkout_id is not null))
end),
  foreign key (merchant_id, mode, checkout_id) references checkouts(merchant_id, mode, id)
);
alter table deliveries alter column merchant_id set (n_distinct = 3);
create index deliveries_by_checkout on deliveries (merchant_id, mode, checkout_id, created_at desc);
select isolate_tenants('deliveries');

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
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table payment_methods alter column merchant_id set (n_distinct = 3);
select isolate_tenants('payment_methods');

create table charges (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  instalment int,
  attempt int not null default 1,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'authorised', 'captured', 'declined', 'released')),
  provider_reference text,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
alter table charges alter column merchant_id set (n_distinct = 3);
create unique index charges_asked on charges (merchant_id, mode, operation_id) where state = 'asked';
create unique index charges_once on charges (merchant_id, mode, operation_id, coalesce(instalment, 0), attempt);
select isolate_tenants('charges');

create table bank_consents (
  id uuid primary key,
  account_id uuid not null references accounts,
  mode mode not null,
  document_hash bytea not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'expired', 'failed')),
  error_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  merchant_id uuid references merchants,
  spare_cents bigint,
  tries int not null default 0,
  sends int not null default 0,
  sent_at timestamptz
);
create index bank_consents_by_document on bank_consents (account_id, mode, document_hash, created_at desc);
create index bank_consents_by_expiry on bank_consents (expires_at);
create index bank_consents_with_sums on bank_consents (expires_at) where spare_cents is not null;

create table sms_sends (
  subject bytea not null,
  sent_at timestamptz not null
);
create index sms_sends_by_subject on sms_sends (subject, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);
