-- Known devices stand beside a person's sessions, to be forgotten one by one.
alter table known_devices
  add column id uuid not null default gen_random_uuid(),
  -- What the browser said of itself as it last signed in.
  add column user_agent text;
create unique index known_devices_by_id on known_devices (id);
