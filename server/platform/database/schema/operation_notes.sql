-- Notes about operations, and saved views of the list.

create table operation_notes (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  text text not null check (length(text) >= 1 and length(text) <= 1000),
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table operation_notes is 'Notes that a shop''s people leave each other.';
comment on column operation_notes.created_at is 'When it was created.';
alter table operation_notes alter column merchant_id set (n_distinct = 3);
create index operation_notes_by_operation on operation_notes (merchant_id, mode, operation_id, created_at);
select isolate_tenants('operation_notes');

create table note_mentions (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  note_id uuid not null,
  operation_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, note_id, user_id),
  foreign key (merchant_id, mode, note_id) references operation_notes(merchant_id, mode, id) on delete cascade
);
comment on table note_mentions is 'Who is mentioned in a note.';
comment on column note_mentions.created_at is 'When it was created.';
create index note_mentions_by_person on note_mentions (merchant_id, mode, user_id, created_at);
select isolate_tenants('note_mentions');

create table operation_views (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  user_id uuid references users on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  name_key text not null,
  filters jsonb not null check (jsonb_typeof(filters) = 'array'),
  default_for text[] not null default '{}',
  watched_since timestamptz,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check (user_id is null or default_for = '{}' and watched_since is null)
);
comment on table operation_views is 'Saved filters of the list, of a person or of the shop.';
comment on column operation_views.watched_since is 'Its owner is told of new operations in it since then; null: not watched.';
comment on column operation_views.created_at is 'When it was created.';
create unique index operation_views_by_name on operation_views (merchant_id, mode, user_id, name_key) nulls not distinct;
select isolate_tenants('operation_views');
