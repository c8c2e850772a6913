-- The outbox: what is to be told to somebody.

create table outbox (
  id uuid primary key,
  kind text not null,
  subject text not null,
  channel text not null check (channel in ('email', 'push', 'customer')),
  merchant_id uuid,
  mode mode,
  user_id uuid references users on delete cascade,
  payload jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'sent', 'withheld', 'dead')),
  due_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (kind, subject),
  check ((state = 'pending') = (done_at is null)),
  check ((merchant_id is null) = (mode is null))
);
comment on column outbox.created_at is 'When it was created.';
create index outbox_due on outbox (channel, due_at) where state = 'pending';
create index outbox_dead on outbox (done_at) where state = 'dead';
create index outbox_done on outbox (done_at) where state in ('sent', 'withheld');
create index outbox_by_user on outbox (user_id, created_at) where user_id is not null;

comment on table outbox is 'What is to be told to somebody: one row a message, written in the transaction of its cause and sent afterwards. Holds ids only, no personal data and no secrets.';
comment on column outbox.subject is 'What the message is about; one message of a kind and subject.';
comment on column outbox.channel is 'Limits how many are sent at a time, so that a receiver that hangs does not hold up the others.';
comment on column outbox.payload is 'Ids from which the text is composed when it is sent.';
comment on column outbox.due_at is 'When it is next tried; while it is being sent, the end of the lease of the process that sends it.';
comment on column outbox.last_error is 'Name and code of the last error, without its message.';
comment on column outbox.done_at is 'When it was sent, withheld because its cause had ended, or given up (dead).';
