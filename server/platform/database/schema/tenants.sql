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
