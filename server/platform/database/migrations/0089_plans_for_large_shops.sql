-- Statements are planned once for whichever shop asks. Told how many shops there are, PostgreSQL plans for one of average size: in a house of a thousand, reading
-- through all that a shop has then seems as good as looking up what is asked for, and is not for the largest. It is told that there are three,
-- and writes that down as it next looks at a table: here at few rows, for what they say of shops counts for nothing.
set local default_statistics_target = 1;
do $$
declare named text;
begin
  foreach named in array array['operations', 'operation_events', 'operation_grams', 'operation_notes', 'carts', 'payment_methods', 'instalments', 'captures', 'voids',
    'refunds', 'refund_captures', 'refund_requests', 'charges', 'deadlines', 'settlement_lines', 'ledger_journals', 'ledger_lines', 'checkouts', 'deliveries',
    'shop_orders', 'callbacks', 'callback_attempts', 'webhook_deliveries'] loop
    execute format('alter table %I alter column merchant_id set (n_distinct = 3)', named);
    if (select c.reltuples > 0 from pg_class c where c.oid = named::regclass) then execute format('analyze %I (merchant_id)', named); end if;
  end loop;
end $$;

-- What a person's sessions were, ended ones too: asked of each member of a team and at each sign-in.
create index sessions_of_user on sessions (user_id, created_at);

-- The oldest of what is due to one address, however much is due to others.
drop index webhook_turns_of_webhook;
create index webhook_turns_of_webhook on webhook_turns (webhook_id, due_at, number);
