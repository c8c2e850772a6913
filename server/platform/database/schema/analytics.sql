-- Usage events of the pages.

create table analytics_events (
  id uuid primary key,
  received_at timestamptz not null,
  happened_at timestamptz not null,
  device_id uuid not null,
  session_started_at timestamptz not null,
  event_type text not null check (length(event_type) <= 60),
  properties jsonb not null check (jsonb_typeof(properties) = 'object')
);
create index analytics_events_received on analytics_events (received_at);
