-- The task list: assignees, snoozes and digests.

create table task_assignees (
  merchant_id uuid not null references merchants,
  mode mode not null,
  item_key text not null check (length(item_key) <= 80),
  user_id uuid not null references users on delete cascade,
  given_by uuid references users on delete set null,
  given_at timestamptz not null,
  primary key (merchant_id, mode, item_key)
);
comment on table task_assignees is 'Who took on a task of the inbox.';
comment on column task_assignees.given_at is 'When.';
select isolate_tenants('task_assignees');

create table task_snoozes (
  merchant_id uuid not null references merchants,
  mode mode not null,
  user_id uuid not null references users on delete cascade,
  item_key text not null check (length(item_key) <= 80),
  until timestamptz not null,
  primary key (merchant_id, mode, user_id, item_key)
);
comment on table task_snoozes is 'Tasks that somebody put off.';
comment on column task_snoozes.until is 'Shown again from here on.';
select isolate_tenants('task_snoozes');

create table task_checks (
  merchant_id uuid not null references merchants,
  mode mode not null,
  item_key text not null check (length(item_key) <= 80),
  user_id uuid references users on delete set null,
  checked_at timestamptz not null,
  primary key (merchant_id, mode, item_key)
);
comment on table task_checks is 'Tasks that somebody marked as looked at.';
comment on column task_checks.checked_at is 'When.';
create index task_checks_by_time on task_checks (merchant_id, mode, checked_at);
select isolate_tenants('task_checks');
