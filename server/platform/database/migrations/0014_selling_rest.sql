-- What was left of selling: a bank check that the customer answers before the sale, and a mobile that the customer corrects.

alter table bank_consents
  -- The shop that asks, as its page says; null when it was asked inside a checkout.
  add column merchant_id uuid references merchants,
  -- What the bank's sums leave over in a month, in cents, below zero too. Read by the decision on the sale that follows and by nobody else;
  -- gone once it is too old for that.
  add column spare_cents bigint,
  -- How often the customer's page has been answered, right or wrong.
  add column tries integer not null default 0,
  -- How often the shop has sent it, and when the last time.
  add column sends integer not null default 0,
  add column sent_at timestamptz;
create index bank_consents_with_sums on bank_consents (expires_at) where spare_cents is not null;

-- How often the customer has put another mobile in the place of one that was mistyped, before the code was entered.
alter table checkouts add column phone_corrections integer not null default 0 check (phone_corrections between 0 and 2);
