-- What the operator says while the product is closed on purpose: at most one row, about everybody.
create table maintenance (
  only_one boolean primary key default true check (only_one),
  reason text not null check (length(reason) between 1 and 300),
  -- When it is expected to be over; null: nobody knows yet.
  ends_at timestamptz,
  status_url text check (status_url ~ '^https?://'),
  began_at timestamptz not null
);
