-- Double entry in integer cents. Positive is a debit, negative a credit; a journal sums to zero or does not commit.

create table ledger_journals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  kind text not null check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout')),
  operation_id uuid,
  currency text not null default 'EUR' check (currency = 'EUR'),
  at timestamptz not null,
  primary key (merchant_id, mode, id)
);
create index ledger_journals_by_operation on ledger_journals (merchant_id, mode, operation_id);

create table ledger_lines (
  merchant_id uuid not null,
  mode mode not null,
  journal_id uuid not null,
  account text not null check (account in ('consumer_receivable', 'consumer_credit', 'merchant_payable', 'fee_income', 'vat_payable',
    'subsidy_income', 'interest_income', 'cash')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (merchant_id, mode, journal_id, account),
  foreign key (merchant_id, mode, journal_id) references ledger_journals
);

create function assert_journal_balances() returns trigger language plpgsql as $$
declare total bigint; parts integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, parts from ledger_lines
  where merchant_id = new.merchant_id and mode = new.mode and journal_id = case tg_table_name when 'ledger_journals' then (to_jsonb(new)->>'id')::uuid
    else (to_jsonb(new)->>'journal_id')::uuid end;
  if total <> 0 or parts < 2 then
    raise exception 'journal does not balance: % cents over % lines', total, parts using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on ledger_journals deferrable initially deferred for each row execute function assert_journal_balances();
create constraint trigger lines_balance after insert on ledger_lines deferrable initially deferred for each row execute function assert_journal_balances();

create trigger journals_append_only before update or delete or truncate on ledger_journals for each statement execute function refuse_change();
create trigger lines_append_only before update or delete or truncate on ledger_lines for each statement execute function refuse_change();
