-- The shop's keys, the limits of its carts, and how its widgets look.

create table api_keys (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  kind text not null check (kind in ('public', 'private')),
  -- A public key stands in the shop's own pages and is kept whole; of a private one only its end can be read again.
  public_key text check ((kind = 'public') = (public_key is not null)),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  created_by uuid references users,
  -- Ended by a person before its time.
  revoked_at timestamptz,
  revoked_by uuid references users,
  -- The last call made with it: when, from which network or page, by which program. Never a buyer's address.
  last_used_at timestamptz,
  last_used_from text,
  last_used_client text,
  primary key (merchant_id, mode, id)
);

-- Which shop and mode a key opens. Outside the wall on purpose: whoever comes with a key has no shop yet; ids and hashes only.
create table api_key_doors (
  -- SHA-256 of the whole key: it holds 190 random bits, so nobody can try words against it.
  key_hash bytea primary key check (length(key_hash) = 32),
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null unique,
  kind text not null check (kind in ('public', 'private')),
  -- The first instant at which it opens nothing any more; null: without end.
  ends_at timestamptz,
  -- When people were told that it ends soon and is still in use.
  told_at timestamptz,
  foreign key (merchant_id, mode, key_id) references api_keys on delete cascade
);
-- Of two renewals at once one wins.
create unique index api_key_doors_without_end on api_key_doors (merchant_id, mode, kind) where ends_at is null;
create index api_key_doors_ending on api_key_doors (ends_at) where ends_at is not null and told_at is null;

-- Letters to the owners about a key, written with the change itself; ids only, the words are made when it is sent.
create table api_key_letters (
  id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  news text not null check (news in ('created', 'renewed', 'revoked')),
  -- Until when the key before works too.
  overlap_ends_at timestamptz,
  user_id uuid not null references users on delete cascade,
  send_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0
);
create index api_key_letters_due on api_key_letters (send_at) where sent_at is null;

create table cart_limits (
  merchant_id uuid not null references merchants,
  mode mode not null,
  -- Of a cart that may be paid in instalments; null: as the products allow.
  min_cents bigint check (min_cents > 0),
  max_cents bigint check (max_cents >= coalesce(min_cents, 1)),
  changed_at timestamptz not null,
  changed_by uuid references users,
  primary key (merchant_id, mode)
);

-- What a widget is going to look like, until it is published.
create table widget_drafts (
  merchant_id uuid not null references merchants,
  mode mode not null,
  view text not null check (view in ('product', 'cart')),
  -- Null: nothing waits to be published.
  preferences jsonb,
  -- Grows with every change and publication.
  revision integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references users,
  primary key (merchant_id, mode, view)
);

-- What it looked like; the highest number is what it looks like now.
create table widget_versions (
  merchant_id uuid not null references merchants,
  mode mode not null,
  view text not null check (view in ('product', 'cart')),
  number integer not null check (number > 0),
  preferences jsonb not null,
  -- The number of the earlier version that this one brought back.
  restored_from integer,
  published_at timestamptz not null,
  published_by uuid references users,
  primary key (merchant_id, mode, view, number)
);

do $$
declare name text;
begin
  foreach name in array array['api_keys', 'cart_limits', 'widget_drafts', 'widget_versions'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
