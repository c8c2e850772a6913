-- The checks of the migration before, over the rows that were there.

alter table ledger_journals validate constraint ledger_journals_kind_check;
alter table ledger_lines validate constraint ledger_lines_account_check;
alter table settlements validate constraint settlements_equation;
alter table settlement_lines validate constraint settlement_lines_kind_check;
alter table settlement_lines validate constraint settlement_lines_of_dispute;
alter table uploads validate constraint uploads_purpose_check;
