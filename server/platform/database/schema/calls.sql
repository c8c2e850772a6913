-- Idempotency keys and the maintenance mode.

create table idempotency_keys (
  scope_hash bytea primary key,
  body_hash bytea not null,
  status smallint not null,
  body text,
  created_at timestamptz not null default now(),
  about uuid
);
comment on table idempotency_keys is 'The stored answer of each write, by the hash of its key; the same key gets the same answer.';
comment on column idempotency_keys.created_at is 'When it was created.';
create index idempotency_keys_about on idempotency_keys (about) where about is not null;
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table maintenance (
  only_one bool primary key default true check (only_one),
  reason text not null check (length(reason) >= 1 and length(reason) <= 300),
  ends_at timestamptz,
  status_url text check (status_url ~ '^https?://'),
  began_at timestamptz not null
);
comment on table maintenance is 'The one announced or running maintenance.';
comment on column maintenance.ends_at is 'Expected end.';
comment on column maintenance.began_at is 'When writes began to be refused.';
