-- How the back office is used, as far as people agreed to tell. Outside the wall on purpose: no event names a shop, an account or a person.

create table analytics_events (
  -- Made by the browser: what is sent twice is kept once.
  id uuid primary key,
  received_at timestamptz not null,
  -- The browser's time, set right by its clock at the upload.
  happened_at timestamptz not null,
  -- A browser, by a random id that its user can throw away.
  device_id uuid not null,
  session_started_at timestamptz not null,
  event_type text not null check (length(event_type) <= 60),
  properties jsonb not null check (jsonb_typeof(properties) = 'object')
);
create index analytics_events_received on analytics_events (received_at);
