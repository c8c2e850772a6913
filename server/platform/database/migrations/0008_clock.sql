-- The clock: held refunds fall due like everything else, and a card is asked in three steps.

-- 'asked': the provider was, or is about to be, asked; what it answered is not written yet.
alter table charges drop constraint charges_state_check;
alter table charges add constraint charges_state_check check (state in ('asked', 'authorised', 'captured', 'declined', 'released'));
-- One question at a time about one operation.
create unique index charges_asked on charges (merchant_id, mode, operation_id) where state = 'asked';

insert into deadlines (merchant_id, mode, object_id, kind, due_at)
select merchant_id, mode, refund_id, 'refund_release', release_at from refund_releases;
drop table refund_releases;
