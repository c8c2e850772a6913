-- The provider's staff: its people, their sessions and links, and what waits for a second person.

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  locale text check (locale in ('es', 'ca', 'gl', 'eu', 'pt')),
  roles text[] not null check (roles <> '{}' and roles <@ array['support', 'reviewer', 'finance', 'risk', 'admin']),
  password_hash text,
  earlier_hashes text[] not null default '{}',
  sealed_secret bytea,
  last_step bigint not null default 0,
  openid_subject text unique,
  created_at timestamptz not null,
  invited_at timestamptz,
  invited_by uuid references staff,
  joined_at timestamptz,
  disabled_at timestamptz,
  demo boolean not null default false,
  constraint staff_joined_whole check (joined_at is null or openid_subject is not null or password_hash is not null and sealed_secret is not null),
  constraint staff_disabled_joined check (disabled_at is null or joined_at is not null)
);
comment on table staff is 'The provider''s people who use its console.';
comment on column staff.password_hash is 'Null until they accept their invitation.';
comment on column staff.earlier_hashes is 'Hashes of earlier passwords, the newest first, which may not be used again.';
comment on column staff.sealed_secret is 'The sealed secret of their authenticator app (TOTP).';
comment on column staff.last_step is 'Time step of the last accepted code, so that none is accepted twice.';
comment on column staff.openid_subject is 'Who they are for the provider''s identity provider, if they sign in with it: it says their roles then.';
comment on column staff.created_at is 'When it was created.';
comment on column staff.invited_at is 'Last invitation.';
comment on column staff.joined_at is 'When they set password and authenticator; without it they cannot sign in.';
comment on column staff.disabled_at is 'Sign-in is refused from here on.';
comment on column staff.demo is 'Made while demo data was in use, with published passwords: without it they cannot sign in.';

create table staff_recovery_codes (
  staff_id uuid not null references staff on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);
comment on table staff_recovery_codes is 'Hashes of the recovery codes of staff, each good once.';
comment on column staff_recovery_codes.created_at is 'When it was created.';
comment on column staff_recovery_codes.used_at is 'When it was used.';

create table staff_sessions (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  token_hash bytea not null unique,
  ip inet,
  user_agent text,
  created_at timestamptz not null,
  active_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'closed_by_user', 'closed_by_admin', 'password_changed', 'disabled', 'access_reset')),
  check ((ended_at is null) = (end_reason is null))
);
comment on table staff_sessions is 'Sign-ins of staff to the console: one row a browser.';
comment on column staff_sessions.token_hash is 'Hash of the cookie.';
comment on column staff_sessions.created_at is 'When it was created.';
comment on column staff_sessions.active_at is 'Last use.';
comment on column staff_sessions.expires_at is 'Ends at the latest here.';
comment on column staff_sessions.ended_at is 'When it ended.';
create index staff_sessions_of_staff on staff_sessions (staff_id) where ended_at is null;

create table staff_links (
  id uuid primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
  staff_id uuid references staff on delete cascade,
  token_hash bytea not null unique,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint staff_links_person check ((purpose = 'setup') = (staff_id is null))
);
comment on table staff_links is 'Links that work once, with which staff set password and authenticator: the first person, an invited one, or one who lost them.';
comment on column staff_links.sealed_secret is 'The sealed secret of the authenticator app that is set up with this link.';
comment on column staff_links.created_at is 'When it was created.';
comment on column staff_links.expires_at is 'Void after it.';
comment on column staff_links.used_at is 'When it was used or replaced.';
create index staff_links_open on staff_links (staff_id) where used_at is null;

create table provider_keys (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  key_hash bytea not null unique check (length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  scopes text[] not null check (scopes <> '{}'),
  networks cidr[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid not null references staff,
  revoked_at timestamptz,
  revoked_by uuid references staff,
  last_used_at timestamptz,
  last_used_from text,
  constraint provider_keys_revoked_whole check ((revoked_at is null) = (revoked_by is null))
);
comment on table provider_keys is 'Keys with which the provider''s own systems call its API, without their secrets.';
comment on column provider_keys.scopes is 'What it may do, as in the contract of each call.';
comment on column provider_keys.networks is 'From where it is accepted; empty: from everywhere.';
comment on column provider_keys.created_at is 'When it was created.';
comment on column provider_keys.revoked_at is 'It is refused from here on.';
comment on column provider_keys.last_used_at is 'Last accepted call, to the minute.';
comment on column provider_keys.last_used_from is 'The network of that call.';

create table staff_confirmations (
  id uuid primary key,
  call text not null,
  params jsonb not null,
  body jsonb,
  entity text not null,
  entity_id uuid,
  account_id uuid references accounts,
  merchant_id uuid references merchants,
  before jsonb,
  after jsonb,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined', 'withdrawn', 'expired', 'stale')),
  requested_by uuid references staff,
  requested_key uuid references provider_keys,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references staff,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 300),
  check ((state = 'pending') = (decided_at is null)),
  constraint staff_confirmations_requester check (num_nonnulls(requested_by, requested_key) = 1),
  constraint staff_confirmations_two check (state not in ('confirmed', 'declined') or decided_by <> requested_by)
);
comment on table staff_confirmations is 'Calls of the console, and of the provider''s API, that wait for a second person, or were decided by one.';
comment on column staff_confirmations.params is 'Parameters of the call''s path.';
comment on column staff_confirmations.body is 'Its body, as on the wire.';
comment on column staff_confirmations.before is 'What the two people see: the old value. It must still be so when the call is confirmed.';
comment on column staff_confirmations.after is 'The new value.';
comment on column staff_confirmations.requested_key is 'The key of the provider''s own system that requested it, where no person did.';
comment on column staff_confirmations.requested_at is 'When it was requested.';
comment on column staff_confirmations.expires_at is 'It cannot be confirmed after it.';
comment on column staff_confirmations.decided_at is 'When it stopped waiting.';
comment on column staff_confirmations.reason is 'Why it was declined.';
create index staff_confirmations_pending on staff_confirmations (expires_at) where state = 'pending';
create index staff_confirmations_by_time on staff_confirmations (requested_at desc);
select isolate_in_scope('staff_confirmations');

create table setup_proofs (
  item text primary key check (item in ('mail')),
  proved_at timestamptz not null,
  staff_id uuid not null references staff on delete cascade
);
comment on table setup_proofs is 'What of a new installation somebody tried and saw work, where no other fact shows it.';
comment on column setup_proofs.item is 'mail: a test mail arrived, whose code was typed.';
comment on column setup_proofs.proved_at is 'When.';

create table staff_views (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  account_id uuid not null references accounts,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  opened_at timestamptz,
  ends_at timestamptz not null
);
comment on table staff_views is 'A member of staff looks at the panel as a merchant does: read only, for half an hour.';
comment on column staff_views.user_id is 'The owner whose panel is shown.';
comment on column staff_views.token_hash is 'Of the link that opens it once.';
comment on column staff_views.created_at is 'When it was asked for, with a reason that the audit log has.';
comment on column staff_views.opened_at is 'When the link was used.';
comment on column staff_views.ends_at is 'The link is refused from here on, or the view ends.';
