-- Sign-in: sessions, devices, one-time links and failed attempts.

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  companion_hash bytea not null,
  generation int not null default 1,
  rotated_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'password_changed', 'closed_by_user', 'token_reused', 'user_disabled', 'email_changed', 'change_stopped', 'till_locked')),
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  stepped_up_at timestamptz,
  till_id uuid,
  idle_seconds int not null default 1800 check (idle_seconds >= 60 and idle_seconds <= 28800)
);
create index sessions_by_till on sessions (till_id) where till_id is not null and ended_at is null;
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_of_user on sessions (user_id, created_at);

create table one_time_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id uuid references accounts,
  purpose text not null check (purpose in ('password_reset', 'unlock', 'invitation')),
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_time_links_account check ((purpose = 'invitation') = (account_id is not null))
);
comment on column one_time_links.account_id is 'The account that an invitation is to.';
create index one_time_links_by_user on one_time_links (user_id, purpose) where used_at is null;

create table sign_in_failures (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

create table continuations (
  user_id uuid primary key references users on delete cascade,
  id uuid not null unique,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null,
  sealed text not null,
  expires_at timestamptz not null
);

create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  user_agent text,
  primary key (token_hash, user_id)
);
create unique index known_devices_by_id on known_devices (id);
create index known_devices_by_user on known_devices (user_id);

create table device_checks (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  sent_at timestamptz not null
);

create table password_history (
  user_id uuid not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, replaced_at)
);

create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  state text not null default 'pending' check (state in ('pending', 'done', 'cancelled', 'stopped')),
  user_agent text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create index email_changes_by_user on email_changes (user_id, created_at desc);
create unique index email_changes_one_pending on email_changes (user_id) where state = 'pending';
