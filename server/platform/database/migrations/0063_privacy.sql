-- How long people are known by name: customers hidden from shops, blocked where the law wants them kept, erased where somebody asks; people who left.

alter table operations
  -- Since when nothing is owed, asked or still to come; kept by the trigger below. Null in an older one: found out when its time may be over.
  add column concluded_at timestamptz,
  -- Since when the shop no longer sees who the customer was.
  add column customer_hidden_at timestamptz,
  -- Not looked at again in what is there: none of it is hidden yet.
  add constraint operations_hidden check (customer_hidden_at is null
    or (first_name = '' and last_name = '' and email = '' and phone is null and document_number is null)) not valid;

-- Who asked for what to go, one row an operation. Of the person it holds nothing.
create table customer_erasures (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  -- domain/retention.ts
  ground text not null check (ground in ('request', 'consent', 'unlawful', 'order')),
  asked_at timestamptz not null,
  -- Null: the provider.
  asked_by uuid references users on delete set null,
  -- Null: it waits for the end of the operation.
  done_at timestamptz,
  -- How much of each went.
  gone jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations,
  check ((done_at is null) = (gone is null))
);
create index customer_erasures_waiting on customer_erasures (merchant_id, mode) where done_at is null;

-- Who a customer was, where the law wants it kept after the shop has lost sight of it (LOPDGDD art. 32). The application writes and removes it, and
-- cannot read what it says (server/db/migrate.ts); whoever must is the owner of the tables (docs/runbook.md).
create table blocked_customers (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  -- {first_name, last_name, email, phone, document_number, birthday, address}
  told jsonb not null,
  blocked_at timestamptz not null,
  -- The last day.
  keep_until date not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations
);
create index blocked_customers_over on blocked_customers (merchant_id, mode, keep_until);

do $$
declare name text;
begin
  foreach name in array array['customer_erasures', 'blocked_customers'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;

-- What was asked to be erased, by ids alone: done again on a database that was restored to before. Outside the wall on purpose, append-only.
create table erasures (
  id uuid primary key,
  kind text not null check (kind in ('customer', 'person')),
  account_id uuid not null,
  merchant_id uuid,
  mode mode,
  -- The operation, or the person.
  object_id uuid not null,
  ground text not null check (ground in ('request', 'consent', 'unlawful', 'order')),
  at timestamptz not null,
  check ((kind = 'customer') = (merchant_id is not null and mode is not null))
);
create trigger erasures_append_only before update or delete or truncate on erasures for each statement execute function refuse_change();

-- Which of them still have to be written beside the backups.
create table erasure_copies (
  erasure_id uuid primary key references erasures
);

-- When which shop is looked through next. Outside the wall on purpose, so that the sweep finds every shop's; ids only.
create table privacy_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
create index privacy_sweeps_due on privacy_sweeps (due_at);
insert into privacy_sweeps (merchant_id, mode) select m.id, s.mode from merchants m cross join (values ('live'::mode), ('sandbox'::mode)) s (mode);

create function queue_privacy_sweep() returns trigger language plpgsql as $$
begin
  insert into privacy_sweeps (merchant_id, mode) values (new.id, 'live'), (new.id, 'sandbox');
  return null;
end $$;
create trigger queue_privacy_sweep after insert on merchants for each row execute function queue_privacy_sweep();

-- An operation ends, or goes on again; what was asked to be erased at its end has its turn at once.
create function conclude_operation() returns trigger language plpgsql as $$
begin
  if new.substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected') then
    new.concluded_at := coalesce(new.ended_at, case when tg_op = 'INSERT' then coalesce(new.last_captured_at, new.created_at) else clock_timestamp() end);
    if exists (select from customer_erasures e where e.merchant_id = new.merchant_id and e.mode = new.mode and e.operation_id = new.id and e.done_at is null) then
      update privacy_sweeps set due_at = '-infinity' where merchant_id = new.merchant_id and mode = new.mode;
    end if;
  else
    new.concluded_at := null;
  end if;
  return new;
end $$;
create trigger conclude_operation before insert on operations for each row
  when (new.substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')) execute function conclude_operation();
create trigger conclude_changed_operation before update of substatus on operations for each row
  when (old.substatus is distinct from new.substatus) execute function conclude_operation();

-- Whoever has left is called by no name any more since.
alter table users add column erased_at timestamptz;
create index users_to_erase on users (removed_at) where removed_at is not null and erased_at is null;

create index notifications_by_age on notifications (created_at);
