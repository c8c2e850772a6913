-- The tax on what merchants are charged, by where they are taxed; and the register of the provider's invoices as RD 1007/2023 describes it.
-- Rows that the version before writes are of the peninsula, which is what it charges.

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
  account_id uuid not null,
  until_on date not null,
  territory tax_territory not null,
  primary key (account_id, until_on)
);
comment on table past_tax_territories is 'Where a company was taxed before it moved; where it is taxed now follows from its address.';
comment on column past_tax_territories.until_on is 'Last day on which it was taxed there; the day of the move.';

create table assigned_invoice_taxes (
  series text not null,
  year int not null,
  number int not null,
  territory tax_territory not null check (territory <> 'peninsula'),
  base_cents bigint not null,
  vat_cents bigint not null,
  exempt_cents bigint not null,
  primary key (series, year, number, territory)
);
comment on table assigned_invoice_taxes is 'What an invoice charges with the tax of another territory than the peninsula, which the provider declares elsewhere.';
comment on column assigned_invoice_taxes.base_cents is 'Without the tax.';
comment on column assigned_invoice_taxes.vat_cents is 'The tax.';
comment on column assigned_invoice_taxes.exempt_cents is 'Exempt from it.';

create table invoice_record_chains (
  issuer_tax_id text primary key,
  last_sequence bigint not null check (last_sequence >= 0),
  last_hash text,
  last_number text,
  last_issued_on date,
  last_recorded_at timestamptz,
  constraint invoice_record_chains_begun check (num_nulls(last_hash, last_number, last_issued_on, last_recorded_at) in (0, 4) and (last_sequence = 0) = (last_hash is null))
);
comment on table invoice_record_chains is 'The last record of each issuer''s chain: the next one continues from it.';
comment on column invoice_record_chains.last_issued_on is 'Of the invoice of the last record.';
comment on column invoice_record_chains.last_recorded_at is 'Of the last record; the next one is not earlier.';

create table invoice_records (
  issuer_tax_id text not null,
  sequence bigint not null check (sequence > 0),
  merchant_id uuid not null,
  invoice_id uuid not null,
  invoice_number text not null,
  invoice_type text not null check (invoice_type in ('F1', 'R4')),
  issued_on date not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  previous_hash text,
  hash text not null check (hash ~ '^[0-9A-F]{64}$'),
  recorded_at timestamptz not null,
  product_version text not null,
  primary key (issuer_tax_id, sequence),
  unique (issuer_tax_id, invoice_number),
  constraint invoice_records_first check ((sequence = 1) = (previous_hash is null))
);
comment on table invoice_records is 'The register of the provider''s invoices (RD 1007/2023), one chain for each issuer; unchangeable. Never sent from here.';
comment on column invoice_records.invoice_type is 'F1: invoice; R4: rectifying invoice.';
comment on column invoice_records.issued_on is 'Date of the invoice.';
comment on column invoice_records.tax_cents is 'The invoice''s tax.';
comment on column invoice_records.total_cents is 'The invoice''s total.';
comment on column invoice_records.previous_hash is 'Hash of the record before; null: it is the first.';
comment on column invoice_records.hash is 'SHA-256 of its fields and of the hash before, in capital hexadecimal digits.';
comment on column invoice_records.recorded_at is 'When it was made, in whole seconds.';
create index invoice_records_by_day on invoice_records (issued_on, sequence);
create index invoice_records_by_invoice on invoice_records (merchant_id, invoice_id);
create trigger invoice_records_unchanged before delete or update or truncate on invoice_records for each statement execute function refuse_change();

-- next transaction
alter table past_tax_territories add foreign key (account_id) references accounts;

-- next transaction
alter table assigned_invoice_taxes add foreign key (series, year, number) references assigned_invoice_numbers(series, year, number);

-- next transaction
alter table operations add column tax_territory tax_territory not null default 'peninsula';
comment on column operations.tax_territory is 'Where the merchant was taxed when it was created: the tax of vat_bps and vat_cents is that of this territory.';

-- next transaction
alter table settlement_lines add column tax_territory tax_territory;
comment on column settlement_lines.tax_territory is 'Whose tax it bears; null: that of its operation or, without one, of the peninsula.';

-- next transaction
alter table invoice_lines add column tax_territory tax_territory not null default 'peninsula';
comment on column invoice_lines.tax_territory is 'Whose tax it bears or is exempt from.';
