-- no transaction: people sign in while it is built.
-- Addresses that differ only in compatibility forms (full-width letters) share a mailbox; who is asked for by an address is found by this spelling too.
create index concurrently if not exists users_by_plain_email on users (lower(normalize(email, nfkc))) where removed_at is null;
