-- Payouts of settlements by bank transfer.

create table payouts (
  merchant_id uuid not null,
  mode mode not null check (mode = 'live'),
  settlement_id uuid not null,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  iban text not null,
  holder_name text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'confirmed', 'returned')),
  attempts int not null default 0,
  value_on date not null,
  sent_at timestamptz,
  done_at timestamptz,
  return_code text,
  primary key (merchant_id, mode, settlement_id),
  foreign key (merchant_id, mode, settlement_id) references settlements(merchant_id, mode, id)
);
comment on table payouts is 'Transfers of settlements.';
comment on column payouts.amount_cents is 'Transferred.';
comment on column payouts.value_on is 'Value day.';
comment on column payouts.sent_at is 'Sent to the bank.';
comment on column payouts.done_at is 'Confirmed or returned.';
create unique index payouts_by_reference on payouts (merchant_id, mode, reference);
alter table payouts alter column merchant_id set (n_distinct = 10);
select isolate_tenants('payouts');

create table payout_queue (
  merchant_id uuid not null,
  settlement_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, settlement_id)
);
comment on table payout_queue is 'Payouts that were sent to the bank and wait for its answer.';
comment on column payout_queue.ask_at is 'Ask the bank again at this instant.';
create index payout_queue_due on payout_queue (ask_at);
select isolate_in_scope('payout_queue');
