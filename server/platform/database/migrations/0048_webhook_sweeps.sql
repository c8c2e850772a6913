-- When the log of which address is swept next. Outside the wall on purpose, so that the sweep finds every shop's; ids only.
create table webhook_sweeps (
  webhook_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  foreign key (merchant_id, mode, webhook_id) references webhooks on delete cascade
);
create index webhook_sweeps_due on webhook_sweeps (due_at);
insert into webhook_sweeps (webhook_id, merchant_id, mode) select id, merchant_id, mode from webhooks;

create function queue_webhook_sweep() returns trigger language plpgsql as $$
begin
  insert into webhook_sweeps (webhook_id, merchant_id, mode) values (new.id, new.merchant_id, new.mode);
  return null;
end $$;
create trigger queue_webhook_sweep after insert on webhooks for each row execute function queue_webhook_sweep();

-- As before, and what a shop takes back before it captures: an operation changes by it, as by a rest that was never captured.
create or replace function webhook_type_of(event text, from_substatus text, to_substatus text) returns text immutable language sql as $$
  select case
    when event in ('created', 'created_with_consent') then 'operation.created'
    when event = 'credit_accepted' then 'operation.approved'
    when event in ('confirmed', 'confirmed_for_capture') then 'operation.confirmed'
    when event = 'captured' then 'operation.captured'
    when event in ('refund_held', 'cancellation_held') then 'operation.refund_held'
    when event in ('refund_undone', 'cancellation_undone') then 'operation.refund_undone'
    when event in ('partially_refunded', 'debt_refunded', 'fully_refunded', 'cancelled') then 'operation.refunded'
    when event = 'hold_lifted' then 'operation.resumed'
    when to_substatus = 'payment_suspended' and from_substatus <> to_substatus then 'operation.suspended'
    when to_substatus = 'payment_completed' and from_substatus <> to_substatus then 'operation.completed'
    when to_substatus in ('rejected', 'stopped_customer', 'stopped_merchant', 'stopped_duplicated') and from_substatus <> to_substatus then 'operation.ended'
    when event in ('consent_confirmed', 'bank_linked', 'challenge_needed', 'bank_link_needed', 'rest_voided', 'voided') then 'operation.updated'
  end
$$;
