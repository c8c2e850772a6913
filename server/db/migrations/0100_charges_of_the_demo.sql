-- Demo data of earlier versions had no charges of cards behind what its customers had paid.
alter table charges no force row level security;
alter table operations no force row level security;
alter table instalments no force row level security;
insert into charges (merchant_id, mode, id, operation_id, instalment, attempt, amount_cents, state, created_at)
select p.merchant_id, p.mode, gen_random_uuid(), p.operation_id, p.instalment, 1, p.amount_cents, 'captured', p.paid_at
from (select merchant_id, mode, operation_id, number as instalment, amount_cents, paid_at from instalments where paid_at is not null
  union all select merchant_id, mode, id, null, downpayment_cents + opening_fee_cents, last_captured_at from operations where captured_cents > 0) p
where p.amount_cents > 0 and p.merchant_id in (select m.id from merchants m join accounts a on a.id = m.account_id where a.demo)
  and not exists (select from charges c where c.merchant_id = p.merchant_id and c.mode = p.mode and c.operation_id = p.operation_id
    and coalesce(c.instalment, 0) = coalesce(p.instalment, 0));
alter table charges force row level security;
alter table operations force row level security;
alter table instalments force row level security;
