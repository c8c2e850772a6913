-- Letters about refunds that are still to be sent; ids only, outside the wall. Written with the refund, taken by a round of the workers.
create table refund_letters (
  merchant_id uuid not null,
  mode mode not null,
  refund_id uuid not null,
  send_at timestamptz not null,
  attempts integer not null default 0,
  primary key (merchant_id, mode, refund_id)
);
create index refund_letters_due on refund_letters (send_at);
