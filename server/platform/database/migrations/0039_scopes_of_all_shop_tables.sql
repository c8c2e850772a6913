-- A connection with a shop's scope touches the rows of no other shop in most tables that the provider and the workers read across shops. Without a scope nothing changes.

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

-- next transaction
select isolate_in_scope('merchant_payout_terms');

-- next transaction
select isolate_in_scope('terms_notices');

-- next transaction
select isolate_in_scope('staff_confirmations');

-- next transaction
select isolate_in_scope('provider_tasks');

-- next transaction
select isolate_in_scope('provider_deliveries');

-- next transaction
select isolate_in_scope('audit_entries', readable => true);

-- next transaction
select isolate_in_scope('outbox');

-- next transaction
select isolate_in_scope('tills');

-- next transaction
select isolate_in_scope('shop_applications');

-- next transaction
select isolate_in_scope('api_key_lookups');

-- next transaction
select isolate_in_scope('search_renewals');

-- next transaction
select isolate_in_scope('checkout_links');

-- next transaction
select isolate_in_scope('credit_queue');

-- next transaction
select isolate_in_scope('credit_transfer_queue');

-- next transaction
select isolate_in_scope('card_dispute_queue');

-- next transaction
select isolate_in_scope('simulated_disputes');

-- next transaction
select isolate_in_scope('card_movements');

-- next transaction
select isolate_in_scope('card_differences');

-- next transaction
select isolate_in_scope('simulated_card_movements');

-- next transaction
select isolate_in_scope('decision_queue');

-- next transaction
select isolate_in_scope('manual_decisions');

-- next transaction
select isolate_in_scope('callback_sweeps');

-- next transaction
select isolate_in_scope('sandbox_clocks');

-- next transaction
select isolate_in_scope('trial_checks');

-- next transaction
select isolate_in_scope('audience_queue');

-- next transaction
select isolate_in_scope('operation_changes');

-- next transaction
select isolate_in_scope('daily_arrears');

-- next transaction
select isolate_in_scope('bank_references');

-- next transaction
select isolate_in_scope('settlement_runs');

-- next transaction
select isolate_in_scope('settlement_claim_queue');

-- next transaction
select isolate_in_scope('payout_queue');

-- next transaction
select isolate_in_scope('debit_queue');

-- next transaction
select isolate_in_scope('debit_runs');

-- next transaction
select isolate_in_scope('assigned_invoice_numbers');

-- next transaction
select isolate_in_scope('invoice_runs');

-- next transaction
select isolate_in_scope('invoice_records');

-- next transaction
select isolate_in_scope('listed_settlements');

-- next transaction
select isolate_in_scope('listed_debits');

-- next transaction
select isolate_in_scope('bank_file_lines');

-- next transaction
select isolate_in_scope('ledger_day_entries');

-- next transaction
select isolate_in_scope('ledger_shop_days');

-- next transaction
select isolate_in_scope('report_queue');

-- next transaction
select isolate_in_scope('webhook_sweeps');

-- next transaction
select isolate_in_scope('erasures');

-- next transaction
select isolate_in_scope('privacy_sweeps');

-- next transaction
select isolate_in_scope('provider_changes');
