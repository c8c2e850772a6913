-- API keys of the shops and their settings.

create table api_keys (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  kind text not null check (kind in ('public', 'private')),
  public_key text,
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  created_by uuid references users,
  revoked_at timestamptz,
  revoked_by uuid references users,
  last_used_at timestamptz,
  last_used_from text,
  last_used_client text,
  last_used_plugin text,
  refund_limit_cents bigint check (refund_limit_cents > 0),
  refund_day_limit_cents bigint check (refund_day_limit_cents > 0),
  primary key (merchant_id, mode, id),
  check ((kind = 'public') = (public_key is not null))
);
comment on table api_keys is 'A shop''s API keys, without their secrets.';
comment on column api_keys.created_at is 'When it was created.';
comment on column api_keys.revoked_at is 'When it was revoked.';
comment on column api_keys.last_used_at is 'Last accepted call, to the minute.';
comment on column api_keys.refund_limit_cents is 'Most that one refund by this key may give back; null: no limit.';
comment on column api_keys.refund_day_limit_cents is 'Most that this key may give back in a day of Madrid; null: no limit.';
select isolate_tenants('api_keys');

create table api_key_lookups (
  key_hash bytea primary key check (length(key_hash) = 32),
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null unique,
  kind text not null check (kind in ('public', 'private')),
  ends_at timestamptz,
  told_at timestamptz,
  forgotten_at timestamptz,
  rights text[] not null default array['sell', 'refund', 'capture', 'campaigns', 'settlements'] check (rights <@ array['sell', 'refund', 'capture', 'campaigns', 'settlements'])
);
comment on table api_key_lookups is 'Finds a key by the hash of its secret before any tenant is known; holds no secret.';
comment on column api_key_lookups.ends_at is 'From here on the key is refused: revoked, or replaced and past its overlap.';
comment on column api_key_lookups.told_at is 'When people were warned of the end.';
comment on column api_key_lookups.forgotten_at is 'When an ended key was removed from the lists.';
create index api_key_lookups_ending on api_key_lookups (ends_at) where ends_at is not null and told_at is null;
create index api_key_lookups_to_forget on api_key_lookups (ends_at) where ends_at is not null and forgotten_at is null and kind = 'private';
create unique index api_key_lookups_without_end on api_key_lookups (merchant_id, mode, kind) where ends_at is null;
select isolate_in_scope('api_key_lookups');

create table key_origins (
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  origin text collate "C" not null check (length(origin) <= 2000),
  primary key (merchant_id, mode, key_id, origin),
  foreign key (merchant_id, mode, key_id) references api_keys(merchant_id, mode, id) on delete cascade
);
comment on table key_origins is 'Web origins from which a public key may call.';
select isolate_tenants('key_origins');

create table sealed_keys (
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  sealed bytea not null,
  primary key (merchant_id, mode, key_id),
  foreign key (merchant_id, mode, key_id) references api_keys(merchant_id, mode, id) on delete cascade
);
comment on table sealed_keys is 'Private keys of shops, encrypted, to be presented with order callbacks.';
select isolate_tenants('sealed_keys');

create table cart_limits (
  merchant_id uuid not null references merchants,
  mode mode not null,
  min_cents bigint check (min_cents > 0),
  max_cents bigint,
  changed_at timestamptz not null,
  changed_by uuid references users,
  revision int not null default 1,
  primary key (merchant_id, mode),
  check (max_cents >= coalesce(min_cents, 1))
);
comment on table cart_limits is 'Which carts a shop offers instalments for.';
comment on column cart_limits.min_cents is 'Least cart, included; null: the product''s.';
comment on column cart_limits.max_cents is 'Largest cart, included; null: the product''s.';
comment on column cart_limits.changed_at is 'Last change.';
select isolate_tenants('cart_limits');

create table used_secrets (
  setting text not null check (setting in ('KEY_ENCRYPTION_KEY', 'SESSION_SECRET')),
  id text not null,
  since timestamptz not null default now(),
  primary key (setting, id)
);
comment on table used_secrets is 'Ids of the secrets under which servers have encrypted stored values, until nothing needs one any more. An id does not reveal its secret.';
comment on column used_secrets.since is 'First start of a server with it.';
