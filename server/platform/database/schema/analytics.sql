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
comment on table analytics_events is 'How the pages are used by people who agreed; belongs to no account.';
comment on column analytics_events.received_at is 'Arrival at the server.';
comment on column analytics_events.happened_at is 'The browser''s clock.';
comment on column analytics_events.session_started_at is 'Start of the visit, by the browser.';
create index analytics_events_received on analytics_events (received_at);
