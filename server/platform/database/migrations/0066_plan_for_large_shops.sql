-- Statements are planned once for all shops (plan_cache_mode = force_generic_plan). Left to itself PostgreSQL plans for the average shop, and with a thousand
-- of them that is one so small that reading all of it looks cheaper than looking up 25 rows by their key: the largest shop then paid for it with every list.
-- Told that there are few shops, it plans for large ones, and what suits those costs a small one nothing. No lock that anybody else waits for.

do $$
declare name text;
begin
  foreach name in array array['operations', 'operation_events', 'instalments', 'captures', 'refunds', 'charges', 'checkouts', 'settlements', 'settlement_lines', 'payouts',
    'ledger_journals', 'callbacks', 'webhook_deliveries'] loop
    execute format('alter table %I alter column merchant_id set (n_distinct = 10)', name);
    execute format('analyze %I (merchant_id)', name);
  end loop;
end $$;
