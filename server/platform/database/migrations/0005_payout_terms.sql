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
  merchant_id uuid not null,
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

alter table merchant_terms add column proposed_by_key uuid;
comment on column merchant_terms.proposed_by is 'The member of staff who entered it; null: one of the provider''s own systems, or the installation itself.';
comment on column merchant_terms.proposed_by_key is 'The key of the provider''s own system that entered it, where no person did.';
comment on column terms_notices.version_id is 'Of price_lists or merchant_terms, and of their payout terms.';
comment on column merchants.payment_frequency is 'How often it is paid, until the first version of merchant_payout_terms; daily: as the price list says.';
comment on column merchants.reserve_bps is 'Part of each settlement that is held back, in hundredths of a percent, until the first version of merchant_payout_terms; 0: as the price list says.';
comment on column merchants.minimum_fee_cents is 'Least fee of a month, VAT excluded, until the first version of merchant_payout_terms; null: as the price list says.';

-- next transaction
alter table merchant_payout_terms add foreign key (merchant_id) references merchants;

-- next transaction
alter table provider_changes drop constraint provider_changes_kind_check;
alter table provider_changes add constraint provider_changes_kind_check check (kind in ('account', 'operation', 'settlement', 'refund', 'credit', 'claim')) not valid;
comment on table provider_changes is 'When each account, operation, settlement, refund, credit and claim was last changed, for lists over all shops. Ids alone; written with each change.';
