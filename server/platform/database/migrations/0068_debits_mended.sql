-- Mandates end in more ways: `bank`: it said that mandate or account is none, `unused`: nothing was charged by it for three years.
alter table debit_mandates
  drop constraint debit_mandates_ended_why_check,
  add constraint debit_mandates_ended_why_check check (ended_why in ('revoked', 'account', 'bank', 'unused'));

alter table settlement_lines
  -- A transfer that was booked to the wrong shop and taken out again by a line of its own, `transfer_back`.
  add column repayment_undone boolean not null default false,
  drop constraint settlement_lines_repayment_of_check,
  -- Both say less than they did: what is there already is not read again.
  add constraint settlement_lines_repayment_of_check check (repayment_of in ('debit', 'debit_return', 'transfer', 'transfer_back')) not valid,
  drop constraint settlement_lines_repayment,
  add constraint settlement_lines_repayment check ((kind = 'repayment') = (repayment_of is not null) and (kind = 'repayment') = (repayment_reference is not null)
    and (not repayment_undone or repayment_of = 'transfer')
    and (kind <> 'repayment' or (fee_cents = 0 and vat_cents = 0 and subsidy_cents = 0 and net_cents = gross_cents and net_cents <> 0
      and (net_cents < 0) = (repayment_of in ('debit_return', 'transfer_back'))))) not valid;
-- Debits are named by their id.
drop sequence debit_numbers;
