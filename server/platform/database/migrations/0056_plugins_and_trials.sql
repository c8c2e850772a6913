-- Which plugin of which version called last with a key, as `prestashop 8.3.1` or `prestashop`; null: none that is known.
alter table api_keys add column last_used_plugin text;

-- Shops whose own website still sends its orders to the test mode, since when; people see it in the real mode, where the orders are missing.
create table stuck_trials (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  since timestamptz not null,
  primary key (merchant_id, mode)
);
alter table stuck_trials enable row level security, force row level security;
create policy tenant on stuck_trials using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());

-- Which shop that tries things out is looked at next. Outside the wall on purpose, so that it is found among all; ids only.
create table trial_looks (
  merchant_id uuid primary key references merchants,
  due_at timestamptz not null default '-infinity'
);
create index trial_looks_due on trial_looks (due_at);

-- The owner is walled too; what is there already is read once without the wall.
alter table callbacks no force row level security;
insert into trial_looks (merchant_id) select distinct merchant_id from callbacks where mode = 'sandbox';
alter table callbacks force row level security;

create function queue_trial_look() returns trigger language plpgsql as $$
begin
  insert into trial_looks (merchant_id) values (new.merchant_id) on conflict do nothing;
  return null;
end $$;
create trigger queue_trial_look after insert on callbacks for each row when (new.mode = 'sandbox') execute function queue_trial_look();
