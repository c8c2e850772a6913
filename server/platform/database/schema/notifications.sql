-- Notifications, their channels and what each user chose.

create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts,
  merchant_id uuid references merchants,
  type text not null,
  level text not null check (level in ('info', 'success', 'warning', 'error')),
  values jsonb not null default '[]'::jsonb,
  action_url text,
  roles text[] not null,
  created_at timestamptz not null default now(),
  user_id uuid references users on delete cascade,
  mode mode
);
comment on table notifications is 'What people of an account are told.';
comment on column notifications.created_at is 'When it was created.';
create index notifications_by_account on notifications (account_id, created_at desc, id desc);
create index notifications_by_age on notifications (created_at);

create table notification_reads (
  notification_id uuid not null references notifications on delete cascade,
  user_id uuid not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (notification_id, user_id)
);
comment on table notification_reads is 'Which notifications a person has read.';
comment on column notification_reads.read_at is 'When.';

create table notification_choices (
  user_id uuid not null references users on delete cascade,
  type text not null check (length(type) <= 60),
  panel bool not null,
  email bool not null,
  push bool,
  primary key (user_id, type)
);
comment on table notification_choices is 'Per kind of notification, whether a person wants it in the panel, by e-mail and on the phone.';

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  digest bool not null default true,
  quiet_from smallint check (quiet_from >= 0 and quiet_from <= 23),
  quiet_to smallint check (quiet_to >= 0 and quiet_to <= 23),
  weekly bool not null default false,
  check ((quiet_from is null) = (quiet_to is null))
);
comment on table notification_settings is 'A person''s daily digest, weekly e-mail and quiet hours.';
comment on column notification_settings.weekly is 'How the week was, by e-mail on Monday.';

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  device_hash bytea not null unique,
  endpoint text not null unique check (length(endpoint) <= 1024),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null
);
comment on table push_subscriptions is 'Browsers that receive pushes, of a session.';
comment on column push_subscriptions.created_at is 'When it was created.';
create index push_subscriptions_by_session on push_subscriptions (session_id);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);
