-- Erasing ends in a large installation too, and holds up no sale.

-- The operation or checkout that a first answer is about: what it says of the customer goes at their wish. Null in an older one, and where it is about neither.
alter table idempotency_keys add column about uuid;

-- Operations that have ended and whose customer was waiting for that. Outside the wall on purpose, so that the sweep finds every shop's; ids only. A row of its
-- own each: sales of a shop that end at once do not wait for each other.
create table privacy_turns (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  primary key (merchant_id, mode, operation_id)
);

-- As before but for the turn, which was a row that all of a shop shared.
create or replace function conclude_operation() returns trigger language plpgsql as $$
begin
  if new.substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected') then
    new.concluded_at := coalesce(new.ended_at, case when tg_op = 'INSERT' then coalesce(new.last_captured_at, new.created_at) else clock_timestamp() end);
    if exists (select from customer_erasures e where e.merchant_id = new.merchant_id and e.mode = new.mode and e.operation_id = new.id and e.done_at is null) then
      insert into privacy_turns (merchant_id, mode, operation_id) values (new.merchant_id, new.mode, new.id) on conflict do nothing;
    end if;
  else
    new.concluded_at := null;
  end if;
  return new;
end $$;

-- A report under way while a customer goes is made anew.
alter table report_dues drop constraint report_dues_kind_check, add constraint report_dues_kind_check check (kind in ('expiry', 'run', 'making'));
