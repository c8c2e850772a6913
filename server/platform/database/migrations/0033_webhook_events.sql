-- What happens in a shop is written down for its addresses by the change itself: nothing is lost, and nothing is told that was rolled back.

-- Puts a message into the outbox, once for each address that wants to hear of it. `message` is the same for all of them.
create function tell_webhooks(message uuid, shop uuid, in_mode mode, what text, at timestamptz, about jsonb) returns void language sql as $$
  with told as (
    insert into webhook_deliveries (merchant_id, mode, id, webhook_id, message_id, type, happened_at, queued_at, data)
    select w.merchant_id, w.mode, gen_random_uuid(), w.id, message, what, at, at, about from webhooks w
    where w.merchant_id = shop and w.mode = in_mode and w.off_at is null and what = any (w.events)
    returning merchant_id, mode, id, webhook_id
  )
  insert into webhook_turns (delivery_id, merchant_id, mode, webhook_id) select id, merchant_id, mode, webhook_id from told
$$;

-- What a line of an operation's history is to a shop; null: nothing.
create function webhook_type_of(event text, from_substatus text, to_substatus text) returns text immutable language sql as $$
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
    when event in ('consent_confirmed', 'bank_linked', 'challenge_needed', 'bank_link_needed', 'rest_voided') then 'operation.updated'
  end
$$;

create function tell_webhooks_of_history() returns trigger language plpgsql as $$
begin
  -- Nearly no shop has an address; a load of many shops goes by here.
  if exists (select from webhooks) then
    perform tell_webhooks(gen_random_uuid(), e.merchant_id, e.mode, webhook_type_of(e.event, e.from_substatus, e.to_substatus), e.at, jsonb_build_object(
        'operation_id', replace(e.operation_id::text, '-', ''), 'mid', o.mid, 'sequence', e.seq, 'event', e.event, 'from', e.from_substatus,
        'to', e.to_substatus, 'reason', e.reason, 'amount', e.amount_cents))
      from added e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id
      where webhook_type_of(e.event, e.from_substatus, e.to_substatus) is not null
      order by e.operation_id, e.seq;
  end if;
  return null;
end $$;
create trigger tell_webhooks after insert on operation_events referencing new table as added
  for each statement execute function tell_webhooks_of_history();

create function tell_webhooks_of_payout() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, case new.state when 'confirmed' then 'settlement.paid' else 'settlement.returned' end,
    new.done_at, jsonb_build_object('settlement_id', replace(new.settlement_id::text, '-', ''), 'reference', new.reference, 'amount', new.amount_cents,
      'value_on', new.value_on, 'return_code', new.return_code));
  return null;
end $$;
create trigger tell_webhooks after update of state on payouts
  for each row when (old.state <> new.state and new.state in ('confirmed', 'returned')) execute function tell_webhooks_of_payout();

create function tell_webhooks_of_report() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, 'report.ready', new.ready_at, jsonb_build_object(
    'report_id', replace(new.id::text, '-', ''), 'type', new.type, 'format', new.format, 'from', new.from_on, 'to', new.to_on, 'rows', new.rows,
    'sha256', encode(new.checksum, 'hex'), 'expires_at', to_char(new.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return null;
end $$;
create trigger tell_webhooks after update of status on reports
  for each row when (old.status <> 'ready' and new.status = 'ready') execute function tell_webhooks_of_report();

create function tell_webhooks_of_campaign() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode,
    case new.status when 'active' then 'campaign.started' when 'paused' then 'campaign.paused' else 'campaign.ended' end,
    -- A person's change says when it was made; the clock's is as old as what it was waiting for.
    case when new.changed_at > old.changed_at then new.changed_at
      else coalesce(case new.status when 'active' then new.starts_at when 'paused' then new.budget_spent_at else new.ends_at end, new.changed_at) end,
    jsonb_build_object('campaign_id', replace(new.id::text, '-', ''), 'slug', new.slug, 'from', old.status, 'to', new.status));
  return null;
end $$;
create trigger tell_webhooks after update of status on campaigns
  for each row when (old.status <> new.status and new.status in ('active', 'paused', 'finished')) execute function tell_webhooks_of_campaign();
