-- What was done with a key, asked for when it has leaked.
create index audit_entries_of_key on audit_entries (account_id, key_id, seq desc) where key_id is not null;
