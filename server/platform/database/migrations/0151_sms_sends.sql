-- Text messages of the last day, each once for its phone, its shop and the network it was asked for from, so that nobody is flooded.
-- One row a message and subject, never changed: a counter would make all sales of a shop wait for one row. Outside row-level security:
-- a phone is counted over all shops.
create table sms_sends (
  -- Keyed hash of 'phone:…', 'shop:…' or 'network:…'.
  subject bytea not null,
  sent_at timestamptz not null
);
create index sms_sends_by_subject on sms_sends (subject, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);
