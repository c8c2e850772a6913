-- Filters of the operations list under a name, of one person or of the shop.

create table operation_views (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  -- Whose it is; null: the shop's.
  user_id uuid references users on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- The name without accents or case: no two that one person sees as their own, or the shop has, are alike.
  name_key text not null,
  -- The list's query, as an array of key and value.
  filters jsonb not null check (jsonb_typeof(filters) = 'array'),
  -- Roles whose list begins with it.
  default_for text[] not null default '{}',
  -- It waits in the inbox while it is not empty.
  watched_since timestamptz,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  check (user_id is null or (default_for = '{}' and watched_since is null))
);
create unique index operation_views_by_name on operation_views (merchant_id, mode, user_id, name_key) nulls not distinct;

do $$
begin
  execute 'alter table operation_views enable row level security, force row level security';
  execute 'create policy tenant on operation_views using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())';
end $$;
