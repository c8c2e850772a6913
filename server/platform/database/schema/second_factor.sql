-- Second factors: authenticator apps, recovery codes and passkeys.

create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) >= 1 and octet_length(credential_id) <= 1023),
  public_key bytea not null,
  algorithm int not null check (algorithm in (-7, -8, -257)),
  sign_count bigint not null,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

create table passkey_answers (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
