-- The checks of the migration before, over the rows that were there.

alter table ledger_journals validate constraint ledger_journals_kind_check;
alter table deliveries validate constraint deliveries_purpose_check;
