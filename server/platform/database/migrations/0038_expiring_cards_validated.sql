-- The check of the migration before, over the rows that were there.

alter table deliveries validate constraint deliveries_purpose_check;
