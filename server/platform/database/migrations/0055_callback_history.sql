-- What has become of telling a shop, for its people to read; and the log of it, which is not kept for ever.

-- When a shop was silent for so long that it is told no more, until somebody asks for another try; null: it is told, or was.
alter table callbacks add column given_up_at timestamptz;

-- When a shop's server first answered us, whichever way it was told: this outlives the logs.
create table shop_first_answers (
  merchant_id uuid not null references merchants,
  mode mode not null,
  at timestamptz not null,
  primary key (merchant_id, mode)
);
alter table shop_first_answers enable row level security, force row level security;
create policy tenant on shop_first_answers using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());

-- Whoever sweeps a log keeps it, in the same statement.
create function keep_first_callback_answer() returns trigger language plpgsql as $$
begin
  insert into shop_first_answers as f (merchant_id, mode, at)
  select g.merchant_id, g.mode, min(g.at) from gone g where g.status between 200 and 299 group by g.merchant_id, g.mode
  on conflict (merchant_id, mode) do update set at = least(f.at, excluded.at);
  return null;
end $$;
create trigger keep_first_callback_answer after delete on callback_attempts referencing old table as gone for each statement execute function keep_first_callback_answer();

create function keep_first_webhook_answer() returns trigger language plpgsql as $$
begin
  insert into shop_first_answers as f (merchant_id, mode, at)
  select g.merchant_id, g.mode, min(g.tried_at) from gone g where g.state = 'delivered' and g.tried_at is not null group by g.merchant_id, g.mode
  on conflict (merchant_id, mode) do update set at = least(f.at, excluded.at);
  return null;
end $$;
create trigger keep_first_webhook_answer after delete on webhook_deliveries referencing old table as gone for each statement execute function keep_first_webhook_answer();

create index callback_attempts_by_time on callback_attempts (merchant_id, mode, at);

-- When the log of which shop is swept next. Outside the wall on purpose, so that the sweep finds every shop's; ids only.
create table callback_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
create index callback_sweeps_due on callback_sweeps (due_at);

-- The owner is walled too; what is there already is read once without the wall.
alter table callbacks no force row level security;
insert into callback_sweeps (merchant_id, mode) select distinct merchant_id, mode from callbacks;
alter table callbacks force row level security;

create function queue_callback_sweep() returns trigger language plpgsql as $$
begin
  insert into callback_sweeps (merchant_id, mode) values (new.merchant_id, new.mode) on conflict do nothing;
  return null;
end $$;
create trigger queue_callback_sweep after insert on callbacks for each row execute function queue_callback_sweep();
