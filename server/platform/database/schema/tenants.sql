-- What every quarter stands on: the mode, the tenant of a connection, and row-level security by both.

create type mode as enum ('live', 'sandbox');

create function scope_merchant() returns uuid stable language sql as $$ select nullif(current_setting('app.merchant_id', true), '')::uuid $$;

create function scope_mode() returns mode stable language sql as $$ select nullif(current_setting('app.mode', true), '')::mode $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- A connection sees the rows of the one merchant and mode that its scope names, and no others. The owner's connections too: its rights are not exempt.
create function isolate_tenants(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', tenant_table);
  execute format('create policy tenant on %s using (merchant_id = scope_merchant() and mode = scope_mode())
    with check (merchant_id = scope_merchant() and mode = scope_mode())', tenant_table);
end $$;

-- As isolate_tenants, for what the provider and the workers read across shops: a connection without a scope sees all rows, one with a scope those of its shop and those of no shop.
-- `readable`: a scope keeps a connection from changing the rows of other shops, and not from reading them.
create function isolate_in_scope(tenant_table regclass, readable boolean default false) returns void language plpgsql as $$
declare
  own text := case when exists (select from pg_attribute where attrelid = tenant_table and attname = 'mode')
    then 'merchant_id is null or coalesce((merchant_id, mode) = (select scope_merchant(), scope_mode()), true)' else 'coalesce(merchant_id = (select scope_merchant()), true)' end;
begin
  execute format('alter table %s enable row level security, force row level security', tenant_table);
  execute format('create policy tenant on %1$s using (%2$s) with check (%2$s)', tenant_table, own);
  if readable then
    execute format('create policy readable on %s for select using (true)', tenant_table);
  end if;
end $$;
