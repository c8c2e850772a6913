-- How far a shop's test mode is ahead of the present. Outside the wall on purpose: what falls due is looked for before any shop is entered; ids and
-- a number only. Real mode has no row: its time is everybody's.
create table sandbox_clocks (
  merchant_id uuid primary key references merchants,
  -- Only ever grows: nothing that has happened lies in the future.
  ahead_ms bigint not null check (ahead_ms > 0),
  moved_at timestamptz not null,
  moved_by uuid references users
);
