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
  end_reason text check (end_reason in ('signed_out', 'password_changed', 'closed_by_user', 'token_reused', 'user_disabled', 'email_changed', 'change_stopped', 'till_locked', 'closed_by_provider')),
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  stepped_up_at timestamptz,
  till_id uuid,
  idle_seconds int not null default 1800 check (idle_seconds >= 60 and idle_seconds <= 28800),
  staff_view_id uuid
);
comment on table sessions is 'Sign-ins: one row a browser.';
comment on column sessions.rotated_at is 'When its tokens were last replaced.';
comment on column sessions.active_at is 'Last use.';
comment on column sessions.expires_at is 'Ends at the latest here.';
comment on column sessions.ended_at is 'When it ended.';
comment on column sessions.created_at is 'When it was created.';
comment on column sessions.stepped_up_at is 'Last proof of password or second factor.';
comment on column sessions.staff_view_id is 'Not the person''s own: a member of the provider''s staff looks at their panel (`staff_views`).';
comment on column sessions.idle_seconds is 'Ends after this time without use.';
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
comment on table one_time_links is 'Links by e-mail that work once: invitation, new password, and others.';
comment on column one_time_links.expires_at is 'Void after it.';
comment on column one_time_links.used_at is 'When it was used.';
comment on column one_time_links.created_at is 'When it was created.';
comment on column one_time_links.account_id is 'The account that an invitation is to.';
create index one_time_links_by_user on one_time_links (user_id, purpose) where used_at is null;

create table sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  type text not null check (type in ('enterprise', 'self_employed')),
  company text not null,
  website text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table sign_ups is 'Requests for an account, until the link in their e-mail is used.';
comment on column sign_ups.created_at is 'When it was asked for.';
comment on column sign_ups.expires_at is 'Its link is void after it.';
comment on column sign_ups.used_at is 'When the account was created.';

create table sign_in_failures (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);
comment on table sign_in_failures is 'Failed attempts by hashed subject, for the lock after several.';
comment on column sign_in_failures.last_failed_at is 'Last failure.';
comment on column sign_in_failures.locked_until is 'No attempt is accepted before.';

create table continuations (
  user_id uuid primary key references users on delete cascade,
  id uuid not null unique,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null,
  sealed text not null,
  expires_at timestamptz not null
);
comment on table continuations is 'Pages to be gone on with on another device, by a one-time code.';
comment on column continuations.expires_at is 'Void after it.';

create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  user_agent text,
  primary key (token_hash, user_id)
);
comment on table known_devices is 'Browsers in which a person has signed in, by the hash of a cookie.';
comment on column known_devices.created_at is 'When it was created.';
comment on column known_devices.last_used_at is 'Last sign-in.';
create unique index known_devices_by_id on known_devices (id);
create index known_devices_by_user on known_devices (user_id);

create table device_checks (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  sent_at timestamptz not null
);
comment on table device_checks is 'Confirmations of a new device that were sent.';
comment on column device_checks.sent_at is 'When.';

create table password_history (
  user_id uuid not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, replaced_at)
);
comment on table password_history is 'Hashes of earlier passwords, which may not be used again.';
comment on column password_history.replaced_at is 'When it was replaced.';

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
comment on table email_changes is 'Changes of a person''s address, which the old address can stop.';
comment on column email_changes.created_at is 'When it was created.';
comment on column email_changes.expires_at is 'The link is void after it.';
comment on column email_changes.ended_at is 'When it was done or stopped.';
create index email_changes_by_user on email_changes (user_id, created_at desc);
create unique index email_changes_one_pending on email_changes (user_id) where state = 'pending';
