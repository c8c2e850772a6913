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

create table erasure_copies (
  erasure_id uuid primary key references erasures
);

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
create index blocked_customers_over on blocked_customers (merchant_id, mode, keep_until);
select isolate_tenants('blocked_customers');

create table privacy_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
create index privacy_sweeps_due on privacy_sweeps (due_at);

create table privacy_queue (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  primary key (merchant_id, mode, operation_id)
);

create trigger erasures_append_only before delete or update or truncate on erasures for each statement execute function refuse_change();
