-- The VAT of a document is that of its base, rounded once; lines round theirs each. What they differ by is a line of the settlement, so that settlements and
-- the invoice made of them say the same.

alter table settlement_lines
  -- The rate of a line without an operation, in basis points of a percent; null: the usual one.
  add column vat_bps integer,
  drop constraint settlement_lines_kind_check,
  add constraint settlement_lines_kind_check check (kind in ('order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding')) not valid,
  drop constraint settlement_lines_of_operation,
  add constraint settlement_lines_of_operation check ((operation_id is null) = (kind in ('fee_minimum', 'repayment', 'vat_rounding'))) not valid,
  add constraint settlement_lines_vat_bps_check check (vat_bps is null or vat_bps between 0 and 10000) not valid,
  add constraint settlement_lines_rounds_vat check (kind <> 'vat_rounding'
    or (gross_cents = 0 and fee_cents = 0 and subsidy_cents = 0 and vat_cents <> 0 and vat_bps is not null)) not valid;

alter table settlements add column vat_rounding_count integer not null default 0;

alter table ledger_journals
  drop constraint ledger_journals_kind_check,
  add constraint ledger_journals_kind_check check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout', 'fee_minimum', 'repayment', 'vat_rounding')) not valid;
