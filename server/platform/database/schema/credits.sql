-- What is owed to customers, and how it is paid.

create table customer_credits (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  under_way_cents bigint not null default 0 check (under_way_cents >= 0),
  state text not null default 'refunding' check (state in ('refunding', 'needs_account', 'transferring', 'paid')),
  created_at timestamptz not null,
  asked_at timestamptz,
  paid_at timestamptz,
  primary key (merchant_id, mode, id),
  constraint customer_credits_once check (paid_cents + under_way_cents <= amount_cents),
  check ((state = 'paid') = (paid_cents = amount_cents)),
  check ((state = 'paid') = (paid_at is not null)),
  foreign key (merchant_id, mode, id) references refunds(merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table customer_credits is 'What a refund gives back beyond what the customer still owed, until it is paid. Has the id of its refund.';
comment on column customer_credits.amount_cents is 'Owed to the customer.';
comment on column customer_credits.paid_cents is 'Refunded by cards, transferred or settled by hand.';
comment on column customer_credits.under_way_cents is 'Asked of a card or of the bank, without a final answer.';
comment on column customer_credits.created_at is 'When the refund went out.';
comment on column customer_credits.asked_at is 'When the customer was last asked for an account, because cards do not take it.';
comment on column customer_credits.paid_at is 'When the last of it was paid.';
alter table customer_credits alter column merchant_id set (n_distinct = 3);
create index customer_credits_by_operation on customer_credits (merchant_id, mode, operation_id);
select isolate_tenants('customer_credits');

create table credit_payments (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  credit_id uuid not null,
  kind text not null check (kind in ('card', 'transfer', 'manual')),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'pending', 'succeeded', 'declined')),
  charge_id uuid,
  retry_at timestamptz,
  reference text,
  iban text,
  holder_name text,
  reason text,
  staff_id uuid,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((kind = 'card') = (charge_id is not null)),
  check (kind <> 'transfer' or mode = 'live' and iban is not null and holder_name is not null and reference is not null),
  check ((kind = 'manual') = (staff_id is not null)),
  check ((state in ('succeeded', 'declined')) = (done_at is not null)),
  check (retry_at is null or kind = 'card' and state = 'declined'),
  foreign key (merchant_id, mode, credit_id) references customer_credits(merchant_id, mode, id),
  foreign key (merchant_id, mode, charge_id) references charges(merchant_id, mode, id)
);
comment on table credit_payments is 'Attempts to pay a credit: one row for each time that a card, the bank or a person of the provider was asked. The id is the partner''s idempotency key.';
comment on column credit_payments.amount_cents is 'Of this attempt.';
comment on column credit_payments.retry_at is 'The card declined for now: it is asked again from here on, by another attempt. Null: it does not take it.';
comment on column credit_payments.reference is 'The partner''s of a card''s refund; ours of a transfer, by which the bank knows it.';
comment on column credit_payments.iban is 'The account that the customer gave.';
comment on column credit_payments.reason is 'Why it was declined or returned; of a payment by hand, what the provider''s staff wrote.';
comment on column credit_payments.staff_id is 'Who of the provider settled it by hand.';
comment on column credit_payments.created_at is 'When it was asked for the first time.';
comment on column credit_payments.done_at is 'When it was paid, declined or returned.';
alter table credit_payments alter column merchant_id set (n_distinct = 3);
create index credit_payments_by_credit on credit_payments (merchant_id, mode, credit_id, created_at);
create index credit_payments_by_reference on credit_payments (merchant_id, mode, reference) where kind = 'transfer';
create index credit_payments_by_charge on credit_payments (merchant_id, mode, charge_id) where charge_id is not null;
select isolate_tenants('credit_payments');

create table credit_queue (
  credit_id uuid primary key,
  merchant_id uuid not null references merchants,
  mode mode not null,
  operation_id uuid not null,
  amount_cents bigint not null,
  left_cents bigint not null,
  state text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  task_at timestamptz not null,
  task_since timestamptz,
  reminders int not null default 0,
  link_generation int not null default 0
);
comment on table credit_queue is 'Credits that are paid, and that were paid lately: what workers do next, the link of the customer, and what the provider''s staff reads across shops. Written in the transaction of each change of customer_credits.';
comment on column credit_queue.operation_id is 'Of the refund.';
comment on column credit_queue.amount_cents is 'Owed to the customer.';
comment on column credit_queue.left_cents is 'Not paid yet.';
comment on column credit_queue.state is 'As in customer_credits.';
comment on column credit_queue.created_at is 'When the refund went out.';
comment on column credit_queue.due_at is 'When there is something to do; while somebody works on it, the end of their lease. Null: nothing. When it is paid, the row is deleted then.';
comment on column credit_queue.task_at is 'From here on the provider''s staff must look at it, unless it is under way.';
comment on column credit_queue.task_since is 'Since when the provider''s staff must look at it; null: they need not.';
comment on column credit_queue.reminders is 'How often the customer was reminded to give an account.';
comment on column credit_queue.link_generation is 'Of the customer''s link that works; 0: none was made. The next one, or an account given by it, makes it void.';
create index credit_queue_due on credit_queue (due_at) where due_at is not null;
create index credit_queue_by_time on credit_queue (created_at desc, credit_id desc);
create index credit_queue_tasks on credit_queue (task_since) where task_since is not null;
select isolate_in_scope('credit_queue');

create table credit_transfer_queue (
  merchant_id uuid not null,
  payment_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
comment on table credit_transfer_queue is 'Transfers to customers that wait for the bank''s answer, or that it may still return.';
comment on column credit_transfer_queue.ask_at is 'Ask the bank again at this instant.';
create index credit_transfer_queue_due on credit_transfer_queue (ask_at);
select isolate_in_scope('credit_transfer_queue');
