-- The second wall: a connection sees the rows of the one merchant and mode that its scope names, and no others.

create function scope_merchant() returns uuid stable language sql as $$ select nullif(current_setting('app.merchant_id', true), '')::uuid $$;
create function scope_mode() returns mode stable language sql as $$ select nullif(current_setting('app.mode', true), '')::mode $$;

do $$
declare name text;
begin
  foreach name in array array['merchant_products', 'operations', 'operation_counters', 'carts', 'instalments', 'captures', 'refunds', 'refund_captures',
    'operation_events', 'settlements', 'settlement_lines', 'ledger_journals', 'ledger_lines'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
