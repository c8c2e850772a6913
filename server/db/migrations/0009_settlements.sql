-- Settlements as they are paid: their period, their equation, their payout.

alter table merchants
  add column payment_frequency text not null default 'daily' check (payment_frequency in ('daily', 'weekly')),
  -- Share of each settlement held back, in basis points of a percent, and for how many days; 0 for most shops.
  add column reserve_bps integer not null default 0 check (reserve_bps between 0 and 10000),
  add column reserve_days integer not null default 90;

-- Where money goes. One active account for each shop at a time.
create table bank_accounts (
  id uuid primary key,
  account_id uuid not null references accounts,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  holder_name text not null,
  created_at timestamptz not null
);
alter table merchants add column bank_account_id uuid references bank_accounts;

-- The equation, every term signed as it enters it:
-- opening + sales + refunds + cancellations + fees + fee_refunds + vat + vat_refunds + subsidies + subsidy_refunds + reserve_held + reserve_released = net + closing
alter table settlements
  add column period_from date,
  add column period_to date,
  add column cut_off_at timestamptz,
  add column status text not null default 'closed' check (status in ('closed', 'paid', 'compensated', 'returned')),
  add column opening_cents bigint not null default 0,
  add column sales_cents bigint not null default 0,
  add column refunds_cents bigint not null default 0,
  add column cancellations_cents bigint not null default 0,
  add column fees_cents bigint not null default 0,
  add column fee_refunds_cents bigint not null default 0,
  add column vat_cents bigint not null default 0,
  add column vat_refunds_cents bigint not null default 0,
  add column subsidies_cents bigint not null default 0,
  add column subsidy_refunds_cents bigint not null default 0,
  add column reserve_held_cents bigint not null default 0 check (reserve_held_cents <= 0),
  add column reserve_released_cents bigint not null default 0 check (reserve_released_cents >= 0),
  add column closing_cents bigint not null default 0,
  add column order_count integer not null default 0,
  add column refund_count integer not null default 0,
  add column cancel_count integer not null default 0,
  -- When what was held back comes free, and in which settlement it did.
  add column reserve_release_on date,
  add column reserve_released_in uuid,
  add column iban_last4 text,
  add column paid_at timestamptz,
  add column created_at timestamptz not null default now();

-- Exactly one settlement for a shop, mode and value date, whatever crashes or runs twice.
create unique index settlements_once on settlements (merchant_id, mode, value_on);
create index settlement_lines_of_settlement on settlement_lines (merchant_id, mode, settlement_id, kind, occurred_at, id);

-- Transfers to shops' banks, one for each settlement that pays. The reference is also the end-to-end id: the bank refuses a second one.
create table payouts (
  merchant_id uuid not null,
  mode mode not null,
  settlement_id uuid not null,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  iban text not null,
  holder_name text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'confirmed', 'returned')),
  attempts integer not null default 0,
  value_on date not null,
  sent_at timestamptz,
  done_at timestamptz,
  primary key (merchant_id, mode, settlement_id),
  foreign key (merchant_id, mode, settlement_id) references settlements
);
alter table payouts enable row level security, force row level security;
create policy tenant on payouts using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());
