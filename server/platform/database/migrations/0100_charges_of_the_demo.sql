-- Demo data of earlier versions had no charges of cards behind what its customers had paid. Shop by shop inside its own wall, so that no table is locked.
do $$
declare shop uuid; one mode;
begin
  for shop in select m.id from merchants m join accounts a on a.id = m.account_id where a.demo loop
    foreach one in array array['live', 'sandbox']::mode[] loop
      perform set_config('app.merchant_id', shop::text, true), set_config('app.mode', one::text, true);
      insert into charges (merchant_id, mode, id, operation_id, instalment, attempt, amount_cents, state, created_at)
      select shop, one, gen_random_uuid(), p.operation_id, p.instalment, 1, p.amount_cents, 'captured', p.paid_at
      from (select operation_id, number as instalment, amount_cents, paid_at from instalments where merchant_id = shop and mode = one and paid_at is not null
        union all select id, null, downpayment_cents + opening_fee_cents, last_captured_at from operations where merchant_id = shop and mode = one and captured_cents > 0) p
      where p.amount_cents > 0 and not exists (select from charges c where c.merchant_id = shop and c.mode = one and c.operation_id = p.operation_id
        and coalesce(c.instalment, 0) = coalesce(p.instalment, 0));
    end loop;
  end loop;
  perform set_config('app.merchant_id', '', true), set_config('app.mode', '', true);
end $$;
