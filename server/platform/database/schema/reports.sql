-- Reports and their schedules.

create table report_schedules (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  type text not null,
  format text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  recipients text[] not null default '{}',
  next_run_on date not null,
  version int not null,
  created_at timestamptz not null,
  created_by uuid not null references users,
  primary key (merchant_id, mode, id)
);
comment on table report_schedules is 'Reports made again and again.';
comment on column report_schedules.next_run_on is 'Day of the next run.';
comment on column report_schedules.created_at is 'When it was created.';
select isolate_tenants('report_schedules');

create table package_recipients (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  email text not null,
  created_at timestamptz not null,
  created_by uuid not null references users,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, email)
);
comment on table package_recipients is 'Addresses that get each month''s package without an account.';
comment on column package_recipients.created_at is 'When it was last asked to confirm.';
comment on column package_recipients.confirmed_at is 'Since when it gets packages.';
comment on column package_recipients.stopped_at is 'Since when it wants no more.';
select isolate_tenants('package_recipients');

create table reports (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  type text not null check (type in ('operations', 'settlements', 'refunds', 'instalment_calendar', 'campaigns', 'fees', 'reconciliation', 'month_package', 'settlement_files', 'invoice_files')),
  format text not null check (format in ('csv', 'xlsx', 'json', 'zip')),
  name text not null,
  from_on date not null,
  to_on date not null,
  filters jsonb not null default '[]'::jsonb,
  recipients text[] not null default '{}',
  version int not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'ready', 'failed', 'expired')),
  run int not null default 0,
  progress smallint not null default 0 check (progress >= 0 and progress <= 100),
  rows bigint,
  size_bytes bigint,
  checksum bytea,
  parts int,
  contents jsonb,
  problem text check (problem in ('failed', 'missing')),
  missing text[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid references users,
  schedule_id uuid,
  ready_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((to_on - from_on) >= 0 and (to_on - from_on) <= 365),
  constraint reports_check1 check (status not in ('ready', 'expired') or rows is not null and size_bytes is not null and checksum is not null and parts is not null and ready_at is not null and expires_at is not null),
  constraint reports_check2 check ((status = 'failed') = (problem is not null)),
  foreign key (merchant_id, mode, schedule_id) references report_schedules(merchant_id, mode, id) on delete set null (schedule_id)
);
comment on table reports is 'Files made in the background.';
comment on column reports.from_on is 'First day.';
comment on column reports.to_on is 'Last day.';
comment on column reports.created_at is 'When it was created.';
comment on column reports.ready_at is 'When the file was complete.';
comment on column reports.expires_at is 'The file is deleted after it.';
comment on column reports.failed_at is 'When it was given up.';
create index reports_by_created on reports (merchant_id, mode, created_at desc, id desc);
create unique index reports_of_schedule on reports (merchant_id, mode, schedule_id, from_on) where schedule_id is not null;
create index reports_under_way on reports (merchant_id, mode) where status in ('queued', 'processing');
select isolate_tenants('reports');

create table report_parts (
  merchant_id uuid not null,
  mode mode not null,
  report_id uuid not null,
  run int not null,
  seq int not null,
  content bytea not null,
  primary key (merchant_id, mode, report_id, run, seq),
  foreign key (merchant_id, mode, report_id) references reports(merchant_id, mode, id) on delete cascade
);
comment on table report_parts is 'A report''s file in parts.';
select isolate_tenants('report_parts');

create table report_queue (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('expiry', 'run', 'making')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
comment on table report_queue is 'Reports to make, schedules to run, files to delete.';
comment on column report_queue.due_at is 'When.';
create index report_queue_by_time on report_queue (due_at);
select isolate_in_scope('report_queue');

create function csv_guarded(value text) returns text immutable parallel safe language sql return (
  select case when s.safe ~ '[";\r\n\t]' then '"' || replace(s.safe, '"', '""') || '"' else s.safe end
  from (select regexp_replace(value, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g') as plain) p
    cross join lateral (select case when p.plain ~
      '^[\t\r\n \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[-=+@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]' then '''' || p.plain else p.plain end as safe) s);

create function csv_text(value text) returns text immutable parallel safe language sql return
  case when value is null or value = '' then ''
    when value ~ '^[0-9A-Za-z\u00c0-\u024f][^";\u0001-\u001f\u007f-\u009f]*$' then value
    else csv_guarded(value) end;
