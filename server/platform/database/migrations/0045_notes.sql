-- What a shop's people tell each other about an operation.

create table operation_notes (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations (merchant_id, mode, id)
);
create index operation_notes_by_operation on operation_notes (merchant_id, mode, operation_id, created_at);

-- Who is asked to look: for each of them it is one thing that waits.
create table note_mentions (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  note_id uuid not null,
  operation_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, note_id) references operation_notes on delete cascade,
  unique (merchant_id, mode, note_id, user_id)
);
create index note_mentions_by_person on note_mentions (merchant_id, mode, user_id, created_at);

do $$
declare name text;
begin
  foreach name in array array['operation_notes', 'note_mentions'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
