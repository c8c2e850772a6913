-- Files made in the background, and who wants which again and again.

create table report_schedules (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  type text not null,
  format text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  recipients text[] not null default '{}',
  -- The Madrid day on which it runs next, for the period that ended the day before.
  next_run_on date not null,
  version integer not null,
  created_at timestamptz not null,
  created_by uuid not null references users,
  primary key (merchant_id, mode, id)
);

create table reports (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  type text not null check (type in ('operations', 'settlements', 'refunds', 'instalment_calendar', 'campaigns', 'fees', 'reconciliation', 'month_package')),
  format text not null check (format in ('csv', 'xlsx', 'json', 'zip')),
  name text not null,
  from_on date not null,
  to_on date not null,
  -- [{key, value}]: the list's query that it repeats
  filters jsonb not null default '[]',
  recipients text[] not null default '{}',
  -- Version of its columns.
  version integer not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'ready', 'failed', 'expired')),
  -- How often it was begun: only the last beginning may write, so that a worker taken for dead leaves nothing.
  run integer not null default 0,
  progress smallint not null default 0 check (progress between 0 and 100),
  rows bigint,
  size_bytes bigint,
  -- SHA-256 of the file as it is downloaded.
  checksum bytea,
  parts integer,
  -- Of a package: [{name, sha256}] of the files in it, so that a later one can say what changed.
  contents jsonb,
  problem text check (problem in ('failed', 'missing')),
  -- What a package waits for, when that is its problem.
  missing text[] not null default '{}',
  created_at timestamptz not null,
  -- Null: by a schedule.
  created_by uuid references users,
  schedule_id uuid,
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, schedule_id) references report_schedules on delete set null (schedule_id),
  check (to_on - from_on between 0 and 365),
  -- Ready is whole: no half file can be called so.
  check (status not in ('ready', 'expired') or (rows is not null and size_bytes is not null and checksum is not null and parts is not null and ready_at is not null and expires_at is not null)),
  check ((status = 'failed') = (problem is not null))
);
create index reports_by_created on reports (merchant_id, mode, created_at desc, id desc);
create index reports_under_way on reports (merchant_id, mode) where status in ('queued', 'processing');
-- A schedule runs once for a period, whatever crashes or runs twice.
create unique index reports_of_schedule on reports (merchant_id, mode, schedule_id, from_on) where schedule_id is not null;

-- The file, in order. The parts of CSV and JSON are packed, each by itself, by Zstandard; what is packed already lies as it is.
create table report_parts (
  merchant_id uuid not null,
  mode mode not null,
  report_id uuid not null,
  run integer not null,
  seq integer not null,
  content bytea not null,
  primary key (merchant_id, mode, report_id, run, seq),
  foreign key (merchant_id, mode, report_id) references reports on delete cascade
);
-- Packed bytes are not packed again.
alter table report_parts alter column content set storage external;

-- Which report's file has had its time, and which schedule runs when: ids only, outside the wall, so that any worker finds what is due.
create table report_dues (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('expiry', 'run')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
create index report_dues_by_time on report_dues (due_at);

do $$
declare name text;
begin
  foreach name in array array['reports', 'report_parts', 'report_schedules'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;

-- A notice for one person; null: for everybody of its roles.
alter table notifications add column user_id uuid references users on delete cascade;

-- Files of refunds and of settlement lines are read in the order of time.
create index refunds_by_time on refunds (merchant_id, mode, created_at, id);
create index settlement_lines_by_time on settlement_lines (merchant_id, mode, occurred_at, id);
