-- Audiences of customers.

create table audiences (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  source text not null check (source in ('csv', 'operations_filter')),
  identifier_type text not null check (identifier_type in ('email', 'phone', 'document')),
  basis text not null check (basis in ('consent', 'legitimate_interest', 'contract')),
  basis_note text not null default '',
  filters jsonb,
  file_rows int,
  file_duplicates int,
  file_invalid int,
  size int not null default 0 check (size >= 0),
  matched int,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed', 'erased')),
  problem text check (problem in ('failed', 'too_many')),
  progress smallint not null default 0 check (progress >= 0 and progress <= 100),
  run int not null default 0,
  key_mark bytea not null,
  created_at timestamptz not null,
  created_by uuid references users,
  filled_at timestamptz not null,
  erased_at timestamptz,
  erased_by uuid references users,
  erased_size int,
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check (matched >= 0 and matched <= size),
  constraint audiences_check1 check ((source = 'operations_filter') = (filters is not null)),
  constraint audiences_check2 check ((source = 'csv') = ((file_rows is not null) and (file_duplicates is not null) and (file_invalid is not null))),
  constraint audiences_check3 check ((status = 'failed') = (problem is not null)),
  constraint audiences_check4 check ((status = 'erased') = ((erased_at is not null) and (erased_size is not null))),
  constraint audiences_check5 check (status <> 'ready' or matched is not null),
  constraint audiences_check6 check (status <> 'erased' or size = 0)
);
comment on table audiences is 'Groups of customers, known by hashes, to whom a campaign is limited.';
comment on column audiences.created_at is 'When it was created.';
comment on column audiences.filled_at is 'When its members were last computed.';
comment on column audiences.erased_at is 'When its members were deleted; the receipt stays.';
create index audiences_by_created on audiences (merchant_id, mode, created_at desc, id desc);
create unique index audiences_by_name on audiences (merchant_id, mode, name_key) where status <> 'erased';
select isolate_tenants('audiences');

create table audience_members (
  merchant_id uuid not null,
  mode mode not null,
  audience_id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  added_at timestamptz not null,
  primary key (merchant_id, mode, audience_id, hash),
  foreign key (merchant_id, mode, audience_id) references audiences(merchant_id, mode, id) on delete cascade
);
comment on table audience_members is 'Hashes of an audience''s customers; never their addresses.';
comment on column audience_members.added_at is 'When the hash was added.';
select isolate_tenants('audience_members');

create table audience_queue (
  merchant_id uuid not null,
  mode mode not null,
  audience_id uuid not null,
  due_at timestamptz not null,
  primary key (merchant_id, mode, audience_id)
);
comment on table audience_queue is 'Audiences that wait to be filled again.';
comment on column audience_queue.due_at is 'Not before this instant.';
create index audience_queue_by_time on audience_queue (due_at);
select isolate_in_scope('audience_queue');

alter table campaigns add constraint campaigns_audience foreign key (merchant_id, mode, audience_id) references audiences(merchant_id, mode, id);
