-- How a person enters: changes of their e-mail, second factors, codes to recover, devices that are known.

alter table users
  -- When e-mail or second factor last changed; the password's changes are in password_history. A new bank account then cools off longer.
  add column credentials_changed_at timestamptz,
  -- Since when a second factor is asked for; null: none was set up. Kept by server/session/keepFactor.ts with the factors themselves.
  add column second_factor_since timestamptz;

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('signed_out', 'password_changed', 'closed_by_user', 'token_reused', 'user_disabled', 'email_changed', 'change_stopped'));

-- The tokens of both links are derived from the id (server/http/token.ts): nothing of them rests here.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  state text not null default 'pending' check (state in ('pending', 'done', 'cancelled', 'stopped')),
  user_agent text not null default '',
  created_at timestamptz not null,
  -- The new address can be confirmed until then; the old one can stop the change for longer.
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create unique index email_changes_one_pending on email_changes (user_id) where state = 'pending';
create index email_changes_by_user on email_changes (user_id, created_at desc);

-- One application that shows codes for each person. The secret is sealed with a key that the database does not have.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code has shown that both know the secret.
  confirmed_at timestamptz,
  -- The last half minute whose code was taken: no code is good twice.
  last_step bigint not null default 0
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- SubjectPublicKeyInfo, as the browser gives it.
  public_key bytea not null,
  algorithm integer not null check (algorithm in (-7, -8, -257)),
  sign_count bigint not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Challenges carry their own end and seal; one that was answered is kept until then, so that it is not answered twice.
create table passkey_answers (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers from which a person has signed in; only the cookie's hash is kept.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_by_user on known_devices (user_id);

-- The last code that was sent because a device was new; the code itself follows from the id.
create table device_checks (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  sent_at timestamptz not null
);
