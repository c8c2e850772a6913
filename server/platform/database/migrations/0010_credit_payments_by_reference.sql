-- no transaction
create index concurrently if not exists credit_payments_by_reference on credit_payments (merchant_id, mode, reference) where kind = 'transfer';
