-- no transaction
-- Amounts within a product, and lists of one product in the order of amounts; the included columns let filters be tried inside the index.
create index concurrently operations_by_product on operations (merchant_id, mode, product, total_cents, created_at desc, id desc)
  include (channel, substatus, category);
