-- Origins at which a shop's server wanted to hear of its orders, by the key that said so: whoever holds another key is not told this one there.
create table key_origins (
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  origin text collate "C" not null check (length(origin) <= 2000),
  primary key (merchant_id, mode, key_id, origin),
  foreign key (merchant_id, mode, key_id) references api_keys on delete cascade
);

do $$
begin
  execute 'alter table key_origins enable row level security, force row level security';
  execute 'create policy tenant on key_origins using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())';
end $$;
