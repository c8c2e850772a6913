-- The sandbox: its clock and the tests that a shop makes.

create table sandbox_clocks (
  merchant_id uuid primary key references merchants,
  ahead_ms bigint not null check (ahead_ms > 0),
  moved_at timestamptz not null,
  moved_by uuid references users
);
comment on table sandbox_clocks is 'How far each merchant moved the time of its sandbox.';
comment on column sandbox_clocks.ahead_ms is 'Milliseconds ahead of the wall clock.';
comment on column sandbox_clocks.moved_at is 'Last move, by the wall clock.';
select isolate_in_scope('sandbox_clocks');

create table stuck_trials (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  since timestamptz not null,
  primary key (merchant_id, mode)
);
comment on table stuck_trials is 'Sandboxes whose first test came to a halt.';
comment on column stuck_trials.since is 'When it halted.';
select isolate_tenants('stuck_trials');

create table trial_checks (
  merchant_id uuid primary key references merchants,
  due_at timestamptz not null default '-infinity'
);
comment on table trial_checks is 'Merchants whose sandbox is to be looked at for halted tests.';
comment on column trial_checks.due_at is 'Next look.';
create index trial_checks_due on trial_checks (due_at);
select isolate_in_scope('trial_checks');
