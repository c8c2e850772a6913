-- Reads the table without stopping its writers.
alter table deliveries validate constraint deliveries_receipt;
