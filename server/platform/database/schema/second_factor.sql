-- Second factors: authenticator apps, recovery codes and passkeys.

create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table authenticators is 'A person''s authenticator app (TOTP); the secret is sealed.';
comment on column authenticators.created_at is 'When it was created.';
comment on column authenticators.confirmed_at is 'When a first code proved it; null while it is being set up.';

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of recovery codes, each good once.';
comment on column recovery_codes.created_at is 'When it was created.';
comment on column recovery_codes.used_at is 'When it was used.';

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
comment on table passkeys is 'A person''s passkeys (WebAuthn).';
comment on column passkeys.created_at is 'When it was created.';
comment on column passkeys.last_used_at is 'Last sign-in with it.';
create index passkeys_by_user on passkeys (user_id, created_at);

create table passkey_answers (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table passkey_answers is 'Challenges that were answered, so that none is accepted twice.';
comment on column passkey_answers.expires_at is 'Forgotten after it.';
