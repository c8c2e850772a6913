-- Refunds and requests for them.

create table refunds (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  kind text not null check (kind in ('refund', 'cancel')),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('held', 'completed', 'undone')),
  release_at timestamptz,
  reason text,
  comment text,
  merchant_reference text,
  credit_to_customer_cents bigint not null default 0,
  fee_back_cents bigint not null default 0,
  vat_back_cents bigint not null default 0,
  subsidy_back_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  completed_at timestamptz,
  charged_to uuid references users,
  key_id uuid,
  primary key (merchant_id, mode, id),
  check (state <> 'held' or release_at is not null),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table refunds is 'Money given back; held until it can no longer be undone.';
comment on column refunds.amount_cents is 'Given back to the customer.';
comment on column refunds.release_at is 'Held until then: it can be undone.';
comment on column refunds.credit_to_customer_cents is 'Part beyond what the customer still owed, to be paid out.';
comment on column refunds.fee_back_cents is 'Fee given back to the merchant, VAT excluded.';
comment on column refunds.vat_back_cents is 'VAT on that fee.';
comment on column refunds.subsidy_back_cents is 'Subsidy given back to the merchant.';
comment on column refunds.created_at is 'When it was created.';
comment on column refunds.completed_at is 'When it became final.';
alter table refunds alter column merchant_id set (n_distinct = 3);
create index refunds_by_operation on refunds (merchant_id, mode, operation_id, created_at);
create index refunds_by_time on refunds (merchant_id, mode, created_at, id);
select isolate_tenants('refunds');

create table refund_lookups (
  merchant_id uuid not null,
  mode mode not null,
  refund_id uuid not null,
  operation_id uuid not null,
  primary key (merchant_id, mode, refund_id)
);
comment on table refund_lookups is 'The operation of every refund once more, by which the searches find it by the short number on the refund''s receipt.';
alter table refund_lookups alter column merchant_id set (n_distinct = 3);
create index refund_lookups_by_short_number on refund_lookups (right(refund_id::text, 8));

create table refund_captures (
  merchant_id uuid not null,
  mode mode not null,
  refund_id uuid not null,
  capture_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (merchant_id, mode, refund_id, capture_id),
  foreign key (merchant_id, mode, capture_id) references captures(merchant_id, mode, id),
  foreign key (merchant_id, mode, refund_id) references refunds(merchant_id, mode, id)
);
comment on table refund_captures is 'Which captures a refund takes from.';
comment on column refund_captures.amount_cents is 'Taken from this capture.';
alter table refund_captures alter column merchant_id set (n_distinct = 3);
select isolate_tenants('refund_captures');

create table refund_requests (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  comment text,
  merchant_reference text,
  capture_id uuid,
  state text not null default 'pending' check (state in ('pending', 'approved', 'declined', 'withdrawn')),
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  refund_id uuid,
  lapse_told_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((state = 'pending') = (decided_at is null)),
  constraint refund_requests_check1 check ((state = 'approved') = (refund_id is not null)),
  constraint refund_requests_check2 check (state <> 'approved' or decided_by <> asked_by),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table refund_requests is 'Refunds beyond somebody''s limit, for another to approve.';
comment on column refund_requests.amount_cents is 'To be given back.';
comment on column refund_requests.asked_at is 'When it was asked for.';
comment on column refund_requests.expires_at is 'Undecided requests lapse here.';
comment on column refund_requests.decided_at is 'When it was decided.';
comment on column refund_requests.lapse_told_at is 'When people were told that it lapsed.';
alter table refund_requests alter column merchant_id set (n_distinct = 3);
create index refund_requests_by_operation on refund_requests (merchant_id, mode, operation_id, asked_at desc);
create unique index refund_requests_one on refund_requests (merchant_id, mode, operation_id, asked_by) where state = 'pending';
select isolate_tenants('refund_requests');

create table refund_spendings (
  user_id uuid not null,
  account_id uuid not null,
  mode mode not null,
  on_day date not null,
  refund_id uuid not null,
  spent_cents bigint not null,
  primary key (user_id, account_id, mode, on_day, refund_id)
);
comment on table refund_spendings is 'What each person gave back in a day, for their daily limit.';
comment on column refund_spendings.on_day is 'Day of Madrid.';
comment on column refund_spendings.spent_cents is 'Given back.';
