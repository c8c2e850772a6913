-- Accounts, their people and sessions: what exists above any shop.

create type mode as enum ('live', 'sandbox');

create table accounts (
  id uuid primary key,
  type text not null check (type in ('enterprise', 'self_employed', 'unknown')),
  disabled_at timestamptz,
  requires_onboarding boolean not null default false,
  -- Made by the demo seed; demo sign-in is offered only for these.
  demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table profiles (
  account_id uuid primary key references accounts,
  first_name text not null,
  last_name text not null
);

create table enterprises (
  account_id uuid primary key references accounts,
  name text not null,
  ownership_type text not null check (ownership_type in ('full', 'majority', 'minority'))
);

create table merchants (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  url text,
  status text not null check (status in ('pending', 'active', 'rejected', 'suspended', 'closed')),
  sandbox_enabled boolean not null default true,
  country text not null default 'ES',
  currency text not null default 'EUR' check (currency = 'EUR'),
  created_at timestamptz not null default now(),
  live_on timestamptz
);
create index merchants_by_account on merchants (account_id, created_at);

create table users (
  id uuid primary key,
  account_id uuid not null references accounts,
  email text not null check (email = lower(email)),
  -- argon2id, as `$argon2id$v=19$m=..,t=..,p=..$salt$hash`; null until an invitation is accepted.
  password_hash text,
  role text not null check (role in ('owner', 'admin', 'editor', 'guest')),
  first_name text not null,
  last_name text not null,
  locale text not null default 'es',
  prefered_merchant_id uuid references merchants,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (email)
);
create index users_by_account on users (account_id);

-- Shops a person is limited to; no row means all shops of the account.
create table user_merchants (
  user_id uuid not null references users on delete cascade,
  merchant_id uuid not null references merchants,
  primary key (user_id, merchant_id)
);

-- The last passwords, so that none of them comes back.
create table password_history (
  user_id uuid not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, replaced_at)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- sha256 of the companion cookie that must travel with the bearer token.
  companion_hash bytea not null,
  -- The one refresh token that is good now, by number; the token itself is derived, never stored.
  generation integer not null default 1,
  rotated_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'password_changed', 'closed_by_user', 'token_reused', 'user_disabled')),
  ip inet,
  user_agent text,
  created_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id) where ended_at is null;

-- Wrong sign-ins per address and per network, so that delay and lock survive a restart.
create table sign_in_failures (
  -- 'email:<sha256>' or 'ip:<address>'
  subject text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

-- Single-use links sent by mail; only their hash is kept.
create table one_time_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('password_reset', 'unlock', 'invitation')),
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_links_by_user on one_time_links (user_id, purpose) where used_at is null;

create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts,
  merchant_id uuid references merchants,
  type text not null,
  level text not null check (level in ('info', 'success', 'warning', 'error')),
  values jsonb not null default '[]',
  action_url text,
  -- Roles that may see it.
  roles text[] not null,
  created_at timestamptz not null default now()
);
create index notifications_by_account on notifications (account_id, created_at desc, id desc);

create table notification_reads (
  notification_id uuid not null references notifications on delete cascade,
  user_id uuid not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (notification_id, user_id)
);
