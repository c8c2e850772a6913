-- What a private key may do, and the most that it gives back: a key is no longer everything that an admin is.

-- Beside the hash, because it is looked up before the shop is known (domain/keyRights.ts). A public key holds none of them.
alter table api_key_doors add column rights text[] not null default array['sell', 'refund', 'capture', 'campaigns', 'settlements']
  check (rights <@ array['sell', 'refund', 'capture', 'campaigns', 'settlements']);

alter table api_keys
  -- The most of one refund and of all of one Madrid day; null: no limit.
  add column refund_limit_cents bigint check (refund_limit_cents > 0),
  add column refund_day_limit_cents bigint check (refund_day_limit_cents > 0);

-- The key that gave it back; null: a person did.
alter table refunds add column key_id uuid;
