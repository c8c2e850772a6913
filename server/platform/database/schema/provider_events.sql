-- Events for the provider's own systems: addresses and deliveries; what waits to be sent is in the outbox.

create table provider_endpoints (
  id uuid primary key,
  mode mode not null,
  url text not null check (length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  old_secret text,
  old_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null references staff,
  off_at timestamptz,
  check ((old_secret is null) = (old_secret_ends_at is null))
);
comment on table provider_endpoints is 'Addresses of the provider''s own systems that are told of events. Without one no event is written.';
comment on column provider_endpoints.mode is 'Whose events it gets; those of no mode, as of accounts, are live ones.';
comment on column provider_endpoints.secret is 'Sealed.';
comment on column provider_endpoints.old_secret_ends_at is 'Messages are signed with both secrets until here.';
comment on column provider_endpoints.created_at is 'When it was created.';
comment on column provider_endpoints.off_at is 'When it was switched off: nothing new is written for it.';

create table provider_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references provider_endpoints on delete cascade,
  message_id uuid not null,
  type text not null,
  happened_at timestamptz not null,
  queued_at timestamptz not null,
  account_id uuid,
  merchant_id uuid,
  mode mode not null,
  object_id uuid not null,
  data jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  tried_at timestamptz,
  status smallint,
  answer text check (length(answer) <= 300),
  problem text,
  ms int,
  sent_by uuid references staff
);
comment on table provider_deliveries is 'Events for addresses of the provider''s own systems, and their last attempt. Holds ids; the message is composed when it is sent.';
comment on column provider_deliveries.message_id is 'The same at every attempt, at every address, and when it is sent again.';
comment on column provider_deliveries.happened_at is 'When the event happened.';
comment on column provider_deliveries.queued_at is 'When it was queued.';
comment on column provider_deliveries.object_id is 'What it is about, by the first word of its type.';
comment on column provider_deliveries.data is 'What is true of the event for ever: names, states and amounts.';
comment on column provider_deliveries.tried_at is 'Last attempt.';
comment on column provider_deliveries.ms is 'Until the answer, in milliseconds.';
comment on column provider_deliveries.sent_by is 'Who of the staff sent it by hand.';
create index provider_deliveries_log on provider_deliveries (endpoint_id, queued_at desc, id desc);
select isolate_in_scope('provider_deliveries');
