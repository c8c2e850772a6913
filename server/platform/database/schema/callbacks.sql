-- Callbacks: what shops are told about their orders.

create table callbacks (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  kind text not null check (kind in ('confirmation', 'ipn')),
  url text not null check (length(url) <= 2000),
  acknowledged text,
  telling text,
  telling_since timestamptz,
  given_up_at timestamptz,
  came_at timestamptz not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table callbacks is 'An order''s callback address and what the shop has acknowledged.';
comment on column callbacks.telling_since is 'First attempt to tell the present state.';
comment on column callbacks.given_up_at is 'When the attempts ended without an answer.';
comment on column callbacks.came_at is 'When the order came through the API, by the wall clock.';
alter table callbacks alter column merchant_id set (n_distinct = 3);
select isolate_tenants('callbacks');

create table callback_attempts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  told text not null,
  status int,
  failure text,
  ms int not null,
  answer text check (length(answer) <= 1024),
  primary key (merchant_id, mode, operation_id, id),
  foreign key (merchant_id, mode, operation_id) references callbacks(merchant_id, mode, operation_id)
);
comment on table callback_attempts is 'Attempts to tell a shop''s server an order''s state.';
comment on column callback_attempts.at is 'When it was sent.';
comment on column callback_attempts.ms is 'Until the answer, in milliseconds.';
alter table callback_attempts alter column merchant_id set (n_distinct = 3);
create index callback_attempts_by_time on callback_attempts (merchant_id, mode, at);
select isolate_tenants('callback_attempts');

create table callback_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
comment on table callback_sweeps is 'Shops whose old attempts are to be deleted.';
comment on column callback_sweeps.due_at is 'Next deletion.';
create index callback_sweeps_due on callback_sweeps (due_at);
select isolate_in_scope('callback_sweeps');

create table shop_first_responses (
  merchant_id uuid not null references merchants,
  mode mode not null,
  at timestamptz not null,
  primary key (merchant_id, mode)
);
comment on table shop_first_responses is 'When a shop''s server first answered a callback or webhook, which outlives the log.';
comment on column shop_first_responses.at is 'When.';
select isolate_tenants('shop_first_responses');
