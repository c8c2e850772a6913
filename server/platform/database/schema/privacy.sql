-- Erasure of customers' personal data.

create table erasures (
  id uuid primary key,
  kind text not null check (kind in ('customer', 'person')),
  account_id uuid not null,
  merchant_id uuid,
  mode mode,
  object_id uuid not null,
  ground text not null check (ground in ('request', 'consent', 'unlawful', 'order')),
  at timestamptz not null,
  members text[] not null default '{}',
  check ((kind = 'customer') = ((merchant_id is not null) and (mode is not null)))
);
comment on table erasures is 'Register of erasures, append-only, so that a restored backup can repeat them; no personal data.';
comment on column erasures.at is 'When.';
select isolate_in_scope('erasures');

create table erasure_copies (
  erasure_id uuid primary key references erasures
);
comment on table erasure_copies is 'Erasures that were copied to the file outside the database.';

create table customer_erasures (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  ground text not null check (ground in ('request', 'consent', 'unlawful', 'order')),
  asked_at timestamptz not null,
  asked_by uuid references users on delete set null,
  done_at timestamptz,
  gone jsonb,
  primary key (merchant_id, mode, operation_id),
  check ((done_at is null) = (gone is null)),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table customer_erasures is 'Requests to erase a customer''s data of one operation.';
comment on column customer_erasures.asked_at is 'When it was asked for.';
comment on column customer_erasures.done_at is 'When it was done; null while the operation is unfinished.';
create index customer_erasures_waiting on customer_erasures (merchant_id, mode) where done_at is null;
select isolate_tenants('customer_erasures');

create table blocked_customers (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  told jsonb not null,
  blocked_at timestamptz not null,
  keep_until date not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table blocked_customers is 'What was erased but must be kept for the law, where the application can insert and delete but not read it.';
comment on column blocked_customers.blocked_at is 'When it was taken out of the tables in use.';
comment on column blocked_customers.keep_until is 'Deleted after it.';
create index blocked_customers_over on blocked_customers (merchant_id, mode, keep_until);
select isolate_tenants('blocked_customers');

create table privacy_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
comment on table privacy_sweeps is 'Merchants whose retention is to be applied.';
comment on column privacy_sweeps.due_at is 'Next run.';
create index privacy_sweeps_due on privacy_sweeps (due_at);
select isolate_in_scope('privacy_sweeps');

create table privacy_queue (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  primary key (merchant_id, mode, operation_id)
);
comment on table privacy_queue is 'Operations whose customer''s data is to be removed.';

create trigger erasures_append_only before delete or update or truncate on erasures for each statement execute function refuse_change();
