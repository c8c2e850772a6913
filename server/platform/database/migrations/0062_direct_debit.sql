-- Old debts are charged to the shop's account by SEPA direct debit, where it has signed for that; and what a shop pays of its debt, by whatever way, is
-- a line of its next settlement.

-- What a shop paid of its debt, less what its bank took back: lines of their own, without an operation.
alter table settlement_lines
  -- How it was paid: `debit`, `debit_return` (negative) or `transfer`, and the bank's reference of it.
  add column repayment_of text check (repayment_of in ('debit', 'debit_return', 'transfer')),
  add column repayment_reference text check (length(repayment_reference) between 1 and 35),
  drop constraint settlement_lines_kind_check,
  add constraint settlement_lines_kind_check check (kind in ('order', 'refund', 'cancel', 'fee_minimum', 'repayment')),
  drop constraint settlement_lines_of_operation,
  add constraint settlement_lines_of_operation check ((operation_id is null) = (kind in ('fee_minimum', 'repayment'))),
  add constraint settlement_lines_repayment check ((kind = 'repayment') = (repayment_of is not null) and (kind = 'repayment') = (repayment_reference is not null)
    and (kind <> 'repayment' or (fee_cents = 0 and vat_cents = 0 and subsidy_cents = 0 and net_cents = gross_cents and net_cents <> 0
      and (net_cents < 0) = (repayment_of = 'debit_return'))));
-- Each payment once, whatever crashes or runs twice.
create unique index settlement_lines_repaid_once on settlement_lines (merchant_id, mode, repayment_of, repayment_reference) where kind = 'repayment';

alter table settlements
  add column repayments_cents bigint not null default 0,
  add column repayment_count integer not null default 0,
  drop constraint settlements_equation,
  add constraint settlements_equation check (opening_cents + repayments_cents + sales_cents + refunds_cents + cancellations_cents + fees_cents + fee_refunds_cents
    + minimum_fees_cents + vat_cents + vat_refunds_cents + subsidies_cents + subsidy_refunds_cents + reserve_held_cents + reserve_released_cents
    = net_cents + closing_cents);

alter table ledger_journals
  drop constraint ledger_journals_kind_check,
  add constraint ledger_journals_kind_check check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout', 'fee_minimum', 'repayment'));

-- A shop's consent to be charged, as it was signed (SDD Core Rulebook, annex VII). Bound to the account that the shop was paid to: it stands while
-- nobody has ended it and that is still its account.
create table debit_mandates (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  reference text not null unique check (reference ~ '^[A-Z0-9-]{1,35}$'),
  bank_account_id uuid not null references bank_accounts,
  iban text not null,
  debtor_name text not null,
  creditor_id text not null,
  creditor_name text not null,
  creditor_address text not null,
  place text not null check (length(place) between 1 and 60),
  -- The words that were agreed to.
  wording text not null,
  signed_at timestamptz not null,
  signed_by uuid references users on delete set null,
  signer_name text not null,
  ended_at timestamptz,
  -- `revoked`: by an owner; `account`: the shop is paid to another account.
  ended_why text check (ended_why in ('revoked', 'account')),
  primary key (merchant_id, mode, id),
  check ((ended_at is null) = (ended_why is null))
);
create unique index debit_mandates_standing on debit_mandates (merchant_id, mode) where ended_at is null;

-- Debits of a shop's debt, from the announcement to whatever the bank says of them; amounts in cents.
create table debits (
  merchant_id uuid not null,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  -- Also the end-to-end id: the bank refuses a second one.
  reference text not null unique,
  mandate_id uuid not null,
  debt_since date not null,
  announced_cents bigint not null check (announced_cents > 0),
  -- What was charged: known when the bank is told, never more than was announced.
  charged_cents bigint check (charged_cents between 1 and announced_cents),
  due_on date not null,
  announced_at timestamptz not null,
  -- domain/directDebit.ts
  state text not null default 'notified' check (state in ('notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled')),
  sent_at timestamptz,
  booked_at timestamptz,
  done_at timestamptz,
  -- The bank's own code, when it refused or gave back.
  reason_code text,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, mandate_id) references debit_mandates,
  check (state in ('notified', 'cancelled') or (charged_cents is not null and sent_at is not null)),
  check (state not in ('booked', 'returned') or booked_at is not null)
);
-- One at a time, whatever crashes or runs twice.
create unique index debits_one_under_way on debits (merchant_id, mode) where state in ('notified', 'sent');
create index debits_of_shop on debits (merchant_id, mode, announced_at desc);
create sequence debit_numbers start 100001;

do $$
declare name text;
begin
  foreach name in array array['debit_mandates', 'debits'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;

-- Shops with a mandate, and when their debt is looked at next: ids only, outside the wall. The row is also the lock under which a shop's debt is
-- looked at.
create table debit_turns (
  merchant_id uuid primary key,
  look_at timestamptz not null
);
create index debit_turns_due on debit_turns (look_at);

-- Debits that the bank must be told of or asked about: references only, outside the wall. `message_id`: the file that it belongs to, fixed before
-- that is sent.
create table debit_queue (
  merchant_id uuid not null,
  debit_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, debit_id)
);
create index debit_queue_due on debit_queue (ask_at);
