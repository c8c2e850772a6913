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

-- Of which mode a shop's notice tells; null: of no shop, or from before.
alter table notifications add column mode mode;

-- What a person wants to be told of, and how; without a row: in the panel.
create table notice_choices (
  user_id uuid not null references users on delete cascade,
  type text not null check (length(type) <= 60),
  panel boolean not null,
  email boolean not null,
  primary key (user_id, type)
);
create table notice_settings (
  user_id uuid primary key references users on delete cascade,
  digest boolean not null default true,
  -- Hours of Madrid in which no letter of a notice leaves.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Notices that are still to be sent by mail: ids only.
create table notice_letters (
  notification_id uuid not null references notifications on delete cascade,
  user_id uuid not null references users on delete cascade,
  send_at timestamptz not null,
  attempts integer not null default 0,
  primary key (notification_id, user_id)
);
create index notice_letters_due on notice_letters (send_at);

-- The digest of a person and Madrid day: its row is what makes it one, whatever crashes or runs twice.
create table work_digests (
  user_id uuid not null references users on delete cascade,
  day date not null,
  -- Who composes it has it to himself until then.
  leased_until timestamptz not null,
  -- When it was handed over, or found to be empty.
  done_at timestamptz,
  primary key (user_id, day)
);
create index work_digests_open on work_digests (leased_until) where done_at is null;
