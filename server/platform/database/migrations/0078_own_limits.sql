-- What somebody chose who needs more time (product ACC-6), in seconds; null: as everybody.
alter table users
  add column own_idle_seconds integer check (own_idle_seconds between 1800 and 28800),
  add column own_undo_seconds integer check (own_undo_seconds between 1 and 300);

-- How long each session waits without anybody: half an hour, its person's own time, or a till's minute.
alter table sessions add column idle_seconds integer not null default 1800 check (idle_seconds between 60 and 28800);
update sessions set idle_seconds = 60 where till_id is not null;

-- A customer is told of a refund that went out (product REF-19). Its letter has the refund's own id, so that there is one; sent again, `generation` counts.
alter table deliveries alter column checkout_id drop not null;
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (case when purpose = 'refund' then checkout_id is null else purpose in ('link', 'code', 'outcome') and checkout_id is not null end) not valid;
