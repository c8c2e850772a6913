-- A server does not start without a secret under which stored values are still encrypted.

create table used_secrets (
  setting text not null check (setting in ('KEY_ENCRYPTION_KEY', 'SESSION_SECRET')),
  id text not null,
  since timestamptz not null default now(),
  primary key (setting, id)
);
comment on table used_secrets is 'Ids of the secrets under which servers have encrypted stored values, until nothing needs one any more. An id does not reveal its secret.';
comment on column used_secrets.since is 'First start of a server with it.';

comment on table sealed_keys is 'Private keys of shops, encrypted, to be presented with order callbacks.';
