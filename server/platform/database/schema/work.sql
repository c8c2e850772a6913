-- What waits for the provider's staff, and who has it.

create table provider_tasks (
  kind text not null check (kind in ('payout_returned', 'debit_returned', 'webhook_off')),
  id uuid not null,
  merchant_id uuid not null references merchants,
  what text not null,
  amount_cents bigint,
  code text,
  created_at timestamptz not null,
  primary key (kind, id)
);
comment on table provider_tasks is 'Facts of merchants that the provider''s staff must look at, written in the transaction of the fact, because the tables of the facts are read one merchant at a time.';
comment on column provider_tasks.id is 'The settlement of the payout, the debit, or the webhook.';
comment on column provider_tasks.what is 'The bank''s reference, or the webhook''s host.';
comment on column provider_tasks.amount_cents is 'What the bank returned.';
comment on column provider_tasks.code is 'The bank''s reason, or why the webhook was turned off.';
comment on column provider_tasks.created_at is 'When it happened.';
create index provider_tasks_in_order on provider_tasks (kind, created_at);
select isolate_in_scope('provider_tasks');

create table staff_work_owners (
  kind text not null,
  id uuid not null,
  staff_id uuid not null references staff on delete cascade,
  taken_at timestamptz not null,
  primary key (kind, id)
);
comment on table staff_work_owners is 'Who of the staff has an item of the work queue.';
comment on column staff_work_owners.id is 'The item''s: of the shop, the account, or the thing itself.';
comment on column staff_work_owners.taken_at is 'When they took it.';
create index staff_work_owners_by_staff on staff_work_owners (staff_id, taken_at);
