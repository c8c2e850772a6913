-- Audiences: lists of customers, known by keyed hashes alone, that a campaign can be limited to.

create table audiences (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  name text not null,
  -- The name without accents or case: no two of a shop are alike.
  name_key text not null,
  source text not null check (source in ('csv', 'operations_filter')),
  identifier_type text not null check (identifier_type in ('email', 'phone', 'document')),
  -- Why the law lets the shop address these people, in its own words beside.
  basis text not null check (basis in ('consent', 'legitimate_interest', 'contract')),
  basis_note text not null default '',
  -- Of operations: the list's query.
  filters jsonb,
  -- Of a file, as the browser counted: its rows, those that came again, those left out.
  file_rows integer,
  file_duplicates integer,
  file_invalid integer,
  size integer not null default 0 check (size >= 0),
  -- How many members have bought; null until that was counted.
  matched integer check (matched between 0 and size),
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed', 'erased')),
  problem text check (problem in ('failed', 'too_many')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- How often its filling was begun: only the last beginning may write.
  run integer not null default 0,
  -- Tells the key that its members are hashed with, without giving it away.
  key_mark bytea not null,
  created_at timestamptz not null,
  created_by uuid references users,
  -- When its members were last written.
  filled_at timestamptz not null,
  erased_at timestamptz,
  -- Null: by the clock.
  erased_by uuid references users,
  erased_size integer,
  primary key (merchant_id, mode, id),
  check ((source = 'operations_filter') = (filters is not null)),
  check ((source = 'csv') = (file_rows is not null and file_duplicates is not null and file_invalid is not null)),
  check ((status = 'failed') = (problem is not null)),
  check ((status = 'erased') = (erased_at is not null and erased_size is not null)),
  check (status <> 'ready' or matched is not null),
  check (status <> 'erased' or size = 0)
);
create unique index audiences_by_name on audiences (merchant_id, mode, name_key) where status <> 'erased';
create index audiences_by_created on audiences (merchant_id, mode, created_at desc, id desc);

-- HMAC-SHA256 of the hash that the browser sent, under a key of the shop: nobody can be read back.
create table audience_members (
  merchant_id uuid not null,
  mode mode not null,
  audience_id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  added_at timestamptz not null,
  primary key (merchant_id, mode, audience_id, hash),
  foreign key (merchant_id, mode, audience_id) references audiences on delete cascade
);

-- When the time of an audience may be over: ids only, outside the wall, so that any worker finds what is due.
create table audience_dues (
  merchant_id uuid not null,
  mode mode not null,
  audience_id uuid not null,
  due_at timestamptz not null,
  primary key (merchant_id, mode, audience_id)
);
create index audience_dues_by_time on audience_dues (due_at);

alter table campaigns add constraint campaigns_audience foreign key (merchant_id, mode, audience_id) references audiences;
create index campaigns_by_audience on campaigns (merchant_id, mode, audience_id) where audience_id is not null;

do $$
declare name text;
begin
  foreach name in array array['audiences', 'audience_members'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
