-- Direct debits of what a merchant owes.

create table debit_mandates (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  reference text not null check (reference ~ '^[A-Z0-9-]{1,35}$'),
  bank_account_id uuid references bank_accounts,
  iban text not null,
  debtor_name text not null,
  creditor_id text not null,
  creditor_name text not null,
  creditor_address text not null,
  place text not null check (length(place) >= 1 and length(place) <= 60),
  wording text not null,
  signed_at timestamptz not null,
  signed_by uuid references users on delete set null,
  signer_name text not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('revoked', 'account', 'bank', 'unused')),
  primary key (merchant_id, mode, id),
  check ((ended_at is null) = (ended_why is null))
);
comment on table debit_mandates is 'SEPA mandates by which a merchant lets the provider debit what it owes.';
comment on column debit_mandates.signed_at is 'When it was signed.';
comment on column debit_mandates.ended_at is 'When it ended.';
create unique index debit_mandates_by_reference on debit_mandates (merchant_id, mode, reference);
create unique index debit_mandates_standing on debit_mandates (merchant_id, mode) where ended_at is null;
select isolate_tenants('debit_mandates');

create table debits (
  merchant_id uuid not null,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  reference text not null,
  mandate_id uuid not null,
  debt_since date not null,
  announced_cents bigint not null check (announced_cents > 0),
  charged_cents bigint,
  due_on date not null,
  announced_at timestamptz not null,
  state text not null default 'notified' check (state in ('notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled')),
  sent_at timestamptz,
  booked_at timestamptz,
  done_at timestamptz,
  reason_code text,
  primary key (merchant_id, mode, id),
  check (charged_cents >= 1 and charged_cents <= announced_cents),
  constraint debits_check1 check (state in ('notified', 'cancelled') or charged_cents is not null and sent_at is not null),
  constraint debits_check2 check (state not in ('booked', 'returned') or booked_at is not null),
  foreign key (merchant_id, mode, mandate_id) references debit_mandates(merchant_id, mode, id)
);
comment on table debits is 'Direct debits of a merchant''s debt.';
comment on column debits.debt_since is 'Day since which the merchant owes.';
comment on column debits.announced_cents is 'Amount announced to the merchant.';
comment on column debits.charged_cents is 'Amount sent to the bank: the debt on that day, at most what was announced.';
comment on column debits.due_on is 'Day of the debit.';
comment on column debits.announced_at is 'When the merchant was told.';
comment on column debits.sent_at is 'When it was sent to the bank.';
comment on column debits.booked_at is 'When the bank booked it.';
comment on column debits.done_at is 'When its outcome was final.';
create unique index debits_by_reference on debits (merchant_id, mode, reference);
create index debits_of_shop on debits (merchant_id, mode, announced_at desc);
create unique index debits_one_under_way on debits (merchant_id, mode) where state in ('notified', 'sent');
select isolate_tenants('debits');

create table debit_queue (
  merchant_id uuid not null,
  debit_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, debit_id)
);
comment on table debit_queue is 'Debits that were sent to the bank and wait for its answer.';
comment on column debit_queue.ask_at is 'Ask the bank again at this instant.';
create index debit_queue_due on debit_queue (ask_at);
select isolate_in_scope('debit_queue');

create table debit_runs (
  merchant_id uuid primary key,
  look_at timestamptz not null
);
comment on table debit_runs is 'Merchants to look at for debts.';
comment on column debit_runs.look_at is 'Next look.';
create index debit_runs_due on debit_runs (look_at);
select isolate_in_scope('debit_runs');
