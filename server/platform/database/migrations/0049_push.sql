-- Devices that show notices on their lock screen (RFC 8030): where each is reached and what opens what is sent to it.

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The last sign-in there. A session that merely runs out leaves its device told; one that is ended does not.
  session_id uuid not null references sessions on delete cascade,
  -- The mark of the browser, as in known_devices: whoever signs in there next takes the device over.
  device_hash bytea not null,
  endpoint text not null check (length(endpoint) <= 1024),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null,
  unique (device_hash),
  unique (endpoint)
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- Signed out, closed from afar, password or e-mail changed, access taken away: in the same transaction nothing is told there any more.
create function end_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger end_push_subscriptions after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function end_push_subscriptions();

-- Null: as the type is told at first (domain/notices.ts).
alter table notice_choices add column push boolean;

-- Notices that are still to be shown on devices: ids only.
create table notice_pushes (
  notification_id uuid not null references notifications on delete cascade,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  send_at timestamptz not null,
  attempts integer not null default 0,
  primary key (notification_id, subscription_id)
);
create index notice_pushes_due on notice_pushes (send_at);
create index notice_pushes_by_subscription on notice_pushes (subscription_id);
