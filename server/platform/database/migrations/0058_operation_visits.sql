-- When people were at the operations list of a shop and mode, so that it can say what changed meanwhile.

create table operation_visits (
  merchant_id uuid not null references merchants,
  mode mode not null,
  user_id uuid not null references users on delete cascade,
  -- What changed after this is news to them.
  since timestamptz not null,
  last_at timestamptz not null check (last_at >= since),
  primary key (merchant_id, mode, user_id)
);
create index operation_visits_by_user on operation_visits (user_id);

alter table operation_visits enable row level security, force row level security;
create policy tenant on operation_visits using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());

-- What moved in a shop since an instant, without the instalments, which change neither status nor what the shop gets.
create index operation_events_by_time on operation_events (merchant_id, mode, at desc) include (operation_id)
  where event not in ('instalment_collected', 'instalment_declined');
