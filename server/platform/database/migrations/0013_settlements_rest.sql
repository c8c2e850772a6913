-- What is left of settlements: letters about returned payments, the shop's confirmation that money arrived, the monthly minimum, the
-- forecast.

-- Returned payments whose owners are still to be told by mail; ids and reference only, outside the wall.
create table payout_letters (
  merchant_id uuid not null,
  settlement_id uuid not null,
  reference text not null,
  user_id uuid not null references users on delete cascade,
  send_at timestamptz not null,
  attempts integer not null default 0,
  primary key (reference, user_id)
);
create index payout_letters_due on payout_letters (send_at);

alter table settlements
  -- The day on which somebody of the shop found the money at the bank; never what the bank's file said.
  add column collected_on date,
  add column collected_by uuid references users,
  -- What was lacking to a month's minimum fee, negative; its VAT is among `vat_cents`.
  add column minimum_fees_cents bigint not null default 0 check (minimum_fees_cents <= 0),
  add column minimum_fee_count integer not null default 0,
  add constraint settlements_collected_whole check ((collected_on is null) = (collected_by is null)),
  add constraint settlements_collected_paid check (collected_on is null or status = 'paid'),
  drop constraint settlements_equation,
  add constraint settlements_equation check (opening_cents + sales_cents + refunds_cents + cancellations_cents + fees_cents + fee_refunds_cents
    + minimum_fees_cents + vat_cents + vat_refunds_cents + subsidies_cents + subsidy_refunds_cents + reserve_held_cents + reserve_released_cents
    = net_cents + closing_cents);
create index settlements_not_collected on settlements (merchant_id, mode, value_on) where collected_on is null and net_cents > 0;

-- The least that a shop is charged in fees, before VAT, for each month from the one that begins on a day; null: no such agreement.
alter table merchants
  add column minimum_fee_cents bigint check (minimum_fee_cents > 0),
  add column minimum_fee_from date check (extract(day from minimum_fee_from) = 1),
  add constraint merchants_minimum_whole check ((minimum_fee_cents is null) = (minimum_fee_from is null));

-- A line may come about without an operation: then it says which month it is for.
alter table settlement_lines
  alter column operation_id drop not null,
  add column month_from date check (extract(day from month_from) = 1),
  drop constraint settlement_lines_kind_check,
  add constraint settlement_lines_kind_check check (kind in ('order', 'refund', 'cancel', 'fee_minimum')),
  add constraint settlement_lines_of_operation check ((operation_id is null) = (kind = 'fee_minimum')),
  add constraint settlement_lines_of_month check ((month_from is null) = (kind <> 'fee_minimum'));
-- A month's minimum is charged once, whatever crashes or runs twice.
create unique index settlement_lines_minimum_once on settlement_lines (merchant_id, mode, month_from) where kind = 'fee_minimum';

alter table ledger_journals
  drop constraint ledger_journals_kind_check,
  add constraint ledger_journals_kind_check check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout', 'fee_minimum'));

-- What a shop's forecast shows of coming deadlines.
create index deadlines_of_shop on deadlines (merchant_id, mode, due_at) where kind in ('capture', 'refund_release');
