-- no transaction: customers go on asking. What a bank was asked goes a week after it was good for anything.
create index concurrently if not exists bank_consents_by_expiry on bank_consents (expires_at);
