-- Refunds are found across shops by the short number on their receipts.
create table refund_lookups (
  merchant_id uuid not null,
  mode mode not null,
  refund_id uuid not null,
  operation_id uuid not null,
  primary key (merchant_id, mode, refund_id)
);
comment on table refund_lookups is 'The operation of every refund once more, by which the searches find it by the short number on the refund''s receipt.';
alter table refund_lookups alter column merchant_id set (n_distinct = 3);
create index refund_lookups_by_short_number on refund_lookups (right(refund_id::text, 8));

-- next transaction
do $$
declare
  shop uuid;
  one mode;
begin
  for shop in select id from merchants loop
    foreach one in array enum_range(null::mode) loop
      perform set_config('app.merchant_id', shop::text, true), set_config('app.mode', one::text, true);
      insert into refund_lookups (merchant_id, mode, refund_id, operation_id)
        select r.merchant_id, r.mode, r.id, r.operation_id from refunds r where r.merchant_id = shop and r.mode = one
        on conflict do nothing;
    end loop;
  end loop;
end $$;
