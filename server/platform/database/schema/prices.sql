-- Prices and terms, as dated versions: what merchants pay and what their customers are offered.

create function are_terms(product text, min_cents bigint, max_cents bigint, instalments_allowed int[], tin_bps int, opening_fee_bps int, downpayment text, capture_mode text,
  fee_bps int, fee_fixed_cents bigint, vat_bps int) returns bool immutable language sql as $$
  select coalesce(product in ('instalments', 'pay_in_4', 'pay_later') and min_cents > 0 and max_cents >= min_cents and cardinality(instalments_allowed) > 0 and tin_bps >= 0
    and opening_fee_bps >= 0 and downpayment in ('none', 'equal') and capture_mode in ('automatic', 'manual') and fee_bps between 0 and 10000 and fee_fixed_cents >= 0 and vat_bps >= 0, false)
$$;

-- A version begins at midnight in Madrid and can be withdrawn only before, so that what was in force never changes.
create function withdrawn_in_time(effective_on date, withdrawn_at timestamptz) returns bool immutable language sql as $$
  select withdrawn_at is null or (withdrawn_at at time zone 'Europe/Madrid')::date < effective_on
$$;

create table price_lists (
  id uuid not null,
  product text not null,
  effective_on date not null,
  min_cents bigint not null,
  max_cents bigint not null,
  instalments_allowed int[] not null,
  tin_bps int not null,
  opening_fee_bps int not null default 0,
  downpayment text not null default 'none',
  capture_mode text not null default 'automatic',
  fee_bps int not null,
  fee_fixed_cents bigint not null,
  vat_bps int not null default 2100,
  proposed_at timestamptz not null default now(),
  proposed_by uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  primary key (id, product),
  check (are_terms(product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps)),
  check (withdrawn_in_time(effective_on, withdrawn_at))
);
comment on table price_lists is 'The price list: dated versions of the terms of each product. Of all merchants without terms of their own; rows of one id are one version.';
comment on column price_lists.effective_on is 'In force from the midnight in Madrid at which this day begins, until the next version''s.';
comment on column price_lists.min_cents is 'Least cart, included.';
comment on column price_lists.max_cents is 'Largest cart, included.';
comment on column price_lists.tin_bps is 'The customer''s yearly rate, in hundredths of a percent.';
comment on column price_lists.opening_fee_bps is 'The customer''s opening fee, of the cart.';
comment on column price_lists.fee_bps is 'The merchant''s fee, of the captured amount, VAT excluded.';
comment on column price_lists.fee_fixed_cents is 'Fixed part of the fee for an operation, VAT excluded.';
comment on column price_lists.vat_bps is 'VAT rate on the fee.';
comment on column price_lists.proposed_at is 'When the version was entered.';
comment on column price_lists.proposed_by is 'The member of staff who entered it; null: the installation itself.';
comment on column price_lists.withdrawn_at is 'Withdrawn before it came into force.';
create unique index price_lists_one_a_day on price_lists (product, effective_on) where withdrawn_at is null;

-- The list that a new installation begins with.
insert into price_lists (id, product, effective_on, min_cents, max_cents, instalments_allowed, tin_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, proposed_at) values
  ('01800000-0000-7000-8000-000000000001', 'instalments', '2020-01-01', 3000, 300000, '{2,3,4,5,6,8,10,12}', 1999, 'none', 'automatic', 250, 30, '2020-01-01'),
  ('01800000-0000-7000-8000-000000000001', 'pay_in_4', '2020-01-01', 3000, 80000, '{3}', 0, 'equal', 'automatic', 390, 30, '2020-01-01'),
  ('01800000-0000-7000-8000-000000000001', 'pay_later', '2020-01-01', 2000, 50000, '{1}', 0, 'none', 'manual', 290, 30, '2020-01-01');

create table merchant_terms (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  product text not null check (product in ('instalments', 'pay_in_4', 'pay_later')),
  effective_on date not null,
  enabled bool not null default true,
  min_cents bigint,
  max_cents bigint,
  instalments_allowed int[],
  tin_bps int,
  opening_fee_bps int,
  downpayment text,
  capture_mode text,
  fee_bps int,
  fee_fixed_cents bigint,
  vat_bps int,
  proposed_at timestamptz not null default now(),
  proposed_by uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  proposed_by_key uuid,
  primary key (merchant_id, mode, id, product),
  constraint merchant_terms_whole check (num_nonnulls(min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps) = 0
    or are_terms(product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps)),
  check (withdrawn_in_time(effective_on, withdrawn_at))
);
comment on table merchant_terms is 'Terms agreed with a merchant: dated versions over the price list. Rows of one id were agreed together; without a row for a product the price list holds.';
comment on column merchant_terms.effective_on is 'In force from the midnight in Madrid at which this day begins, until the next version''s.';
comment on column merchant_terms.enabled is 'Whether the product is sold.';
comment on column merchant_terms.min_cents is 'Least cart, included; null, as all terms of the row: those of the price list.';
comment on column merchant_terms.max_cents is 'Largest cart, included.';
comment on column merchant_terms.tin_bps is 'The customer''s yearly rate, in hundredths of a percent.';
comment on column merchant_terms.opening_fee_bps is 'The customer''s opening fee, of the cart.';
comment on column merchant_terms.fee_bps is 'The merchant''s fee, of the captured amount, VAT excluded.';
comment on column merchant_terms.fee_fixed_cents is 'Fixed part of the fee for an operation, VAT excluded.';
comment on column merchant_terms.vat_bps is 'VAT rate on the fee.';
comment on column merchant_terms.proposed_at is 'When the version was entered.';
comment on column merchant_terms.proposed_by is 'The member of staff who entered it; null: one of the provider''s own systems, or the installation itself.';
comment on column merchant_terms.proposed_by_key is 'The key of the provider''s own system that entered it, where no person did.';
comment on column merchant_terms.withdrawn_at is 'Withdrawn before it came into force.';
create unique index merchant_terms_one_a_day on merchant_terms (merchant_id, mode, product, effective_on) where withdrawn_at is null;
select isolate_tenants('merchant_terms');

create table price_list_payout_terms (
  id uuid primary key,
  effective_on date not null,
  payout_frequency text not null check (payout_frequency in ('daily', 'weekly')),
  reserve_bps int not null check (reserve_bps between 0 and 10000),
  reserve_days int not null check (reserve_days between 1 and 3650),
  minimum_fee_cents bigint not null check (minimum_fee_cents >= 0),
  proposed_at timestamptz not null default now(),
  proposed_by uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  check (withdrawn_in_time(effective_on, withdrawn_at))
);
comment on table price_list_payout_terms is 'The price list: dated versions of how shops are paid. Of all merchants without such terms of their own; a version of price_lists with the same id was entered together with it.';
comment on column price_list_payout_terms.effective_on is 'In force from the midnight in Madrid at which this day begins, until the next version''s.';
comment on column price_list_payout_terms.payout_frequency is 'How often a shop is paid.';
comment on column price_list_payout_terms.reserve_bps is 'Part of each settlement that is held back, in hundredths of a percent.';
comment on column price_list_payout_terms.reserve_days is 'Days after the settlement''s value day on which what was held back is released.';
comment on column price_list_payout_terms.minimum_fee_cents is 'Least fee of a month, VAT excluded; of each month that begins while it is in force. 0: none.';
comment on column price_list_payout_terms.proposed_at is 'When the version was entered.';
comment on column price_list_payout_terms.proposed_by is 'The member of staff who entered it; null: the installation itself.';
comment on column price_list_payout_terms.withdrawn_at is 'Withdrawn before it came into force.';
create unique index price_list_payout_terms_one_a_day on price_list_payout_terms (effective_on) where withdrawn_at is null;

-- The list that a new installation begins with.
insert into price_list_payout_terms (id, effective_on, payout_frequency, reserve_bps, reserve_days, minimum_fee_cents, proposed_at) values
  ('01800000-0000-7000-8000-000000000001', '2020-01-01', 'daily', 0, 90, 0, '2020-01-01');

create table merchant_payout_terms (
  merchant_id uuid not null references merchants,
  id uuid not null,
  effective_on date not null,
  payout_frequency text check (payout_frequency in ('daily', 'weekly')),
  reserve_bps int check (reserve_bps between 0 and 10000),
  reserve_days int check (reserve_days between 1 and 3650),
  minimum_fee_cents bigint check (minimum_fee_cents >= 0),
  proposed_at timestamptz not null default now(),
  proposed_by uuid,
  proposed_by_key uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  primary key (merchant_id, id),
  constraint merchant_payout_terms_reserve check ((reserve_bps is null) = (reserve_days is null)),
  check (withdrawn_in_time(effective_on, withdrawn_at))
);
comment on table merchant_payout_terms is 'How a merchant is paid, where it was agreed with it: dated versions over the price list and over what merchants holds, for both modes. A version of merchant_terms with the same id was agreed together with it. Without row-level security, as merchants: staff reads it across merchants, and it holds numbers and ids.';
comment on column merchant_payout_terms.effective_on is 'In force from the midnight in Madrid at which this day begins, until the next version''s.';
comment on column merchant_payout_terms.payout_frequency is 'How often the shop is paid; null: as the price list says.';
comment on column merchant_payout_terms.reserve_bps is 'Part of each settlement that is held back, in hundredths of a percent; null: as the price list says.';
comment on column merchant_payout_terms.reserve_days is 'Days after the settlement''s value day on which what was held back is released.';
comment on column merchant_payout_terms.minimum_fee_cents is 'Least fee of a month, VAT excluded; of each month that begins while it is in force. 0: none; null: as the price list says.';
comment on column merchant_payout_terms.proposed_at is 'When the version was entered.';
comment on column merchant_payout_terms.proposed_by is 'The member of staff who entered it; null: one of the provider''s own systems.';
comment on column merchant_payout_terms.proposed_by_key is 'The key of the provider''s own system that entered it, where no person did.';
comment on column merchant_payout_terms.withdrawn_at is 'Withdrawn before it came into force.';
create unique index merchant_payout_terms_one_a_day on merchant_payout_terms (merchant_id, effective_on) where withdrawn_at is null;
select isolate_in_scope('merchant_payout_terms');

create table terms_notices (
  merchant_id uuid not null references merchants,
  version_id uuid not null,
  kind text not null check (kind in ('change', 'withdrawal')),
  effective_on date not null,
  due_at timestamptz not null,
  primary key (merchant_id, version_id, kind)
);
comment on table terms_notices is 'Merchants still to be told about a change of terms; a worker tells each and removes the row.';
comment on column terms_notices.version_id is 'Of price_lists or merchant_terms, and of their payout terms.';
comment on column terms_notices.kind is 'The version was entered, or withdrawn.';
comment on column terms_notices.effective_on is 'The day of the change.';
comment on column terms_notices.due_at is 'When to tell the merchant, or to try again.';
create index terms_notices_due on terms_notices (due_at);
select isolate_in_scope('terms_notices');

create type tax_territory as enum ('peninsula', 'canarias', 'ceuta', 'melilla', 'portugal');

create table tax_rates (
  territory tax_territory not null,
  effective_on date not null,
  rate_bps int not null check (rate_bps >= 0 and rate_bps <= 10000),
  changed_at timestamptz not null default now(),
  primary key (territory, effective_on)
);
comment on table tax_rates is 'The rate of the tax on fees in each territory, from a day on.';
comment on column tax_rates.effective_on is 'In force from the midnight in Madrid at which this day begins, until the next rate of the territory.';
comment on column tax_rates.rate_bps is 'In hundredths of a percent; zero: the merchant owes the tax (reverse charge).';
comment on column tax_rates.changed_at is 'When it was entered.';

-- The rates that a new installation begins with (docs/taxes.md says where each comes from and which an adviser must confirm).
insert into tax_rates (territory, effective_on, rate_bps, changed_at) values
  ('peninsula', '2012-09-01', 2100, '2020-01-01'), ('canarias', '2020-01-01', 700, '2020-01-01'), ('ceuta', '2020-01-01', 400, '2020-01-01'),
  ('melilla', '2020-01-01', 400, '2020-01-01'), ('portugal', '2010-01-01', 0, '2020-01-01');

create table past_tax_territories (
  account_id uuid not null references accounts,
  until_on date not null,
  territory tax_territory not null,
  primary key (account_id, until_on)
);
comment on table past_tax_territories is 'Where a company was taxed before it moved; where it is taxed now follows from its address.';
comment on column past_tax_territories.until_on is 'Last day on which it was taxed there; the day of the move.';
