-- The outbox: what is to be told to somebody.

create table outbox (
  id uuid primary key,
  kind text not null,
  subject text not null,
  channel text not null check (channel in ('email', 'push', 'customer', 'callback', 'webhook')),
  number bigint not null generated always as identity,
  account_id uuid,
  merchant_id uuid,
  mode mode,
  group_id uuid,
  user_id uuid references users on delete cascade,
  payload jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'sent', 'withheld', 'dead')),
  due_at timestamptz not null,
  lease uuid,
  attempts int not null default 0,
  resent boolean not null default false,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (kind, subject),
  check ((state = 'pending') = (done_at is null)),
  check (mode is null or merchant_id is not null),
  check (merchant_id is null or account_id is not null),
  check (lease is null or state = 'pending')
);
comment on column outbox.created_at is 'When it was created.';
create index outbox_due on outbox (channel, due_at, number) where state = 'pending';
create index outbox_of_group on outbox (group_id, due_at, number) where state = 'pending' and group_id is not null;
create index outbox_leased on outbox (channel, lease) where lease is not null;
create index outbox_dead on outbox (done_at) where state = 'dead';
create index outbox_done on outbox (done_at) where state in ('sent', 'withheld');
create index outbox_by_user on outbox (user_id, created_at) where user_id is not null;

comment on table outbox is 'What is to be told to somebody: one row a message, written in the transaction of its cause and sent afterwards. Holds ids only, no personal data and no secrets.';
comment on column outbox.subject is 'What the message is about; one message of a kind and subject.';
comment on column outbox.channel is 'Limits how many are sent at a time, so that a receiver that hangs does not hold up the others.';
comment on column outbox.number is 'Order of creation, among those due at the same instant.';
comment on column outbox.account_id is 'Whose it is: the account, also of the shop that it is about; empty when it belongs to a person only.';
comment on column outbox.merchant_id is 'The shop that it is about; with a mode, when it is about one of them.';
comment on column outbox.group_id is 'Messages of a group go to one receiver: they are sent in batches, oldest first, and hold up no other group. The webhook of a delivery.';
comment on column outbox.payload is 'Ids from which the text is composed when it is sent.';
comment on column outbox.due_at is 'When it is next tried; while it is being sent, the end of the lease of the process that sends it.';
comment on column outbox.lease is 'Of the process that sends it. A message that replaces it meanwhile waits until that one has ended.';
comment on column outbox.resent is 'It was given up, and somebody had it sent again.';
comment on column outbox.last_error is 'Name and code of the last error, without its message.';
comment on column outbox.done_at is 'When it was sent, withheld because its cause had ended, or given up (dead).';
select isolate_in_scope('outbox');
