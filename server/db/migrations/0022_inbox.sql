-- What waits for a shop's people is read from the state of things; kept here is only what people say about it.

-- Who looks after an item.
create table work_owners (
  merchant_id uuid not null references merchants,
  mode mode not null,
  -- `kind:object`, the object's id in 32 hexadecimal characters.
  item_key text not null check (length(item_key) <= 80),
  user_id uuid not null references users on delete cascade,
  given_by uuid references users on delete set null,
  given_at timestamptz not null,
  primary key (merchant_id, mode, item_key)
);

-- Until when an item rests, for one person.
create table work_snoozes (
  merchant_id uuid not null references merchants,
  mode mode not null,
  user_id uuid not null references users on delete cascade,
  item_key text not null check (length(item_key) <= 80),
  until timestamptz not null,
  primary key (merchant_id, mode, user_id, item_key)
);

-- Who has looked at what no change of state ends.
create table work_checks (
  merchant_id uuid not null references merchants,
  mode mode not null,
  item_key text not null check (length(item_key) <= 80),
  user_id uuid references users on delete set null,
  checked_at timestamptz not null,
  primary key (merchant_id, mode, item_key)
);
create index work_checks_by_time on work_checks (merchant_id, mode, checked_at);

do $$
declare name text;
begin
  foreach name in array array['work_owners', 'work_snoozes', 'work_checks'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;

-- What ended lately: who captured, confirmed, paid; the few events that end an item, and no others.
create index operation_events_ending_work on operation_events (merchant_id, mode, at)
  where event in ('captured', 'capture_expired', 'confirmed', 'confirmed_for_capture', 'merchant_rejected', 'confirmation_expired', 'credit_accepted', 'offline_cancelled');
create index settlements_returned on settlements (merchant_id, mode) where status = 'returned';
