-- A refund that asked for approval and got no answer in time: whoever asked is told, once.

alter table refund_requests add column lapse_told_at timestamptz;

alter table deadlines drop constraint deadlines_kind_check;
alter table deadlines add constraint deadlines_kind_check check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release',
  'campaign_start', 'campaign_ending', 'campaign_end', 'campaign_report', 'refund_request'));

insert into deadlines (merchant_id, mode, object_id, kind, due_at)
select merchant_id, mode, id, 'refund_request', expires_at from refund_requests where state = 'pending';
