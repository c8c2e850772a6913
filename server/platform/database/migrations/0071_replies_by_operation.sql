-- no transaction: writes go on while the answers of thirty days are read.
create index concurrently if not exists idempotency_keys_about on idempotency_keys (about) where about is not null;
