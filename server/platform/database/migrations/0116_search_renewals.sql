-- Shops whose operations were written before search folded apostrophes, dashes and letters without accents: a job writes their search text and grams anew,
-- in batches, from `after` on, and takes the row away at the end. Ids alone, outside the row-level wall.
create table search_renewals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (merchant_id, mode)
);
insert into search_renewals (merchant_id, mode) select m.id, s.mode from merchants m cross join (values ('live'::mode), ('sandbox'::mode)) s (mode);
