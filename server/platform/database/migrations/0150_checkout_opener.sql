-- sha256 of the mark of the browser that first opened the checkout. Null while nobody has.
alter table checkouts add column opener_hash bytea;
