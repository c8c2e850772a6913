-- What stands already fulfils the rules of the file before this one.
alter table settlement_lines
  validate constraint settlement_lines_kind_check,
  validate constraint settlement_lines_of_operation,
  validate constraint settlement_lines_vat_bps_check,
  validate constraint settlement_lines_rounds_vat;
alter table ledger_journals validate constraint ledger_journals_kind_check;
