-- no transaction
create unique index concurrently if not exists checkout_links_short on checkout_links (short_hash);
