-- no transaction: a million operations are read without holding up a sale.
create index concurrently if not exists operations_to_hide on operations (merchant_id, mode, (coalesce(concluded_at, created_at)))
  where customer_hidden_at is null and substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected');
