-- The ledger: double-entry journals that are only appended.

create table ledger_journals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  kind text not null check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout', 'fee_minimum', 'repayment', 'vat_rounding', 'credit_payment', 'dispute', 'noted_payment')),
  operation_id uuid,
  currency text not null default 'EUR' check (currency = 'EUR'),
  at timestamptz not null,
  primary key (merchant_id, mode, id)
);
comment on table ledger_journals is 'Journals of the double-entry ledger, append-only; the lines of each sum to zero.';
comment on column ledger_journals.at is 'When it was booked, by the shop clock.';
alter table ledger_journals alter column merchant_id set (n_distinct = 3);
create index ledger_journals_by_operation on ledger_journals (merchant_id, mode, operation_id);
create index ledger_journals_by_time on ledger_journals (merchant_id, mode, at);
select isolate_tenants('ledger_journals');

create table ledger_lines (
  merchant_id uuid not null,
  mode mode not null,
  journal_id uuid not null,
  account text not null check (account in ('consumer_receivable', 'consumer_credit', 'partner_clearing', 'merchant_payable', 'fee_income', 'vat_payable', 'subsidy_income', 'interest_income', 'cash', 'disputed_funds', 'dispute_losses', 'dispute_fees')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (merchant_id, mode, journal_id, account),
  foreign key (merchant_id, mode, journal_id) references ledger_journals(merchant_id, mode, id)
);
comment on table ledger_lines is 'Lines of the journals: one account and a signed amount, debit positive.';
comment on column ledger_lines.amount_cents is 'Debit positive, credit negative.';
alter table ledger_lines alter column merchant_id set (n_distinct = 3);
select isolate_tenants('ledger_lines');

create function assert_journal_balances() returns trigger language plpgsql as $$
declare total bigint; parts integer;
begin
  select coalesce(sum(l.amount_cents), 0), count(*) into total, parts from ledger_lines l
  where l.merchant_id = new.merchant_id and l.mode = new.mode and l.journal_id = new.id;
  if total <> 0 or parts < 2 then
    raise exception 'journal does not balance: % cents over % lines', total, parts using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function assert_lines_balance() returns trigger language plpgsql as $$
declare off record;
begin
  select coalesce(sum(l.amount_cents), 0) as total, count(l.journal_id) as parts into off
  from (select distinct n.merchant_id, n.mode, n.journal_id from added n) j
    left join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.journal_id
  group by j.merchant_id, j.mode, j.journal_id having coalesce(sum(l.amount_cents), 0) <> 0 or count(l.journal_id) < 2 limit 1;
  if found then
    raise exception 'journal does not balance: % cents over % lines', off.total, off.parts using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger journal_balances after insert on ledger_journals deferrable initially deferred
  for each row execute function assert_journal_balances();
create trigger journals_append_only before delete or update or truncate on ledger_journals
  for each statement execute function refuse_change();
create trigger lines_append_only before delete or update or truncate on ledger_lines
  for each statement execute function refuse_change();
create trigger lines_balance after insert on ledger_lines
  referencing new table as added for each statement execute function assert_lines_balance();
