-- What one person did: counted over the span of a session, and copied for them in batches.
create index audit_entries_of_person on audit_entries (account_id, user_id, at, seq) where user_id is not null;
