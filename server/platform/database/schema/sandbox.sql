-- The sandbox: its clock and the tests that a shop makes.

create table sandbox_clocks (
  merchant_id uuid primary key references merchants,
  ahead_ms bigint not null check (ahead_ms > 0),
  moved_at timestamptz not null,
  moved_by uuid references users
);

create table stuck_trials (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  since timestamptz not null,
  primary key (merchant_id, mode)
);
select isolate_tenants('stuck_trials');

create table trial_checks (
  merchant_id uuid primary key references merchants,
  due_at timestamptz not null default '-infinity'
);
create index trial_checks_due on trial_checks (due_at);
