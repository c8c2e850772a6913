-- Invoices, which never change.

create table invoices (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  series text not null,
  year int not null,
  number int not null check (number > 0),
  kind text not null check (kind in ('invoice', 'rectifying')),
  issued_on date not null,
  period_from date not null,
  period_to date not null,
  base_cents bigint not null,
  vat_cents bigint not null,
  exempt_cents bigint not null,
  total_cents bigint not null,
  exemption text,
  iban_last4 text,
  issuer_name text not null,
  issuer_tax_id text not null,
  issuer_address text not null,
  issuer_postcode text not null,
  issuer_city text not null,
  issuer_province text not null,
  issuer_country text not null,
  recipient_name text not null,
  recipient_first_name text,
  recipient_last_name text,
  recipient_tax_id text not null,
  recipient_address text not null,
  recipient_postcode text not null,
  recipient_city text not null,
  recipient_province text not null,
  recipient_country text not null,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  check (year = extract(year from issued_on)),
  constraint invoices_check1 check (period_from <= period_to and period_to < issued_on),
  constraint invoices_check2 check (total_cents = base_cents + vat_cents + exempt_cents),
  constraint invoices_check3 check (exemption is not null or exempt_cents = 0),
  constraint invoices_check4 check ((kind = 'rectifying') = (total_cents < 0)),
  constraint invoices_check5 check ((recipient_first_name is null) = (recipient_last_name is null))
);
comment on table invoices is 'The provider''s invoices to a merchant, with both parties as they were; unchangeable.';
comment on column invoices.issued_on is 'Date of the invoice.';
comment on column invoices.period_from is 'First day that it covers.';
comment on column invoices.period_to is 'Last day that it covers.';
comment on column invoices.base_cents is 'Without VAT.';
comment on column invoices.vat_cents is 'VAT.';
comment on column invoices.exempt_cents is 'Exempt from VAT.';
comment on column invoices.total_cents is 'Base, VAT and exempt.';
comment on column invoices.created_at is 'When it was created.';
create unique index invoices_by_number on invoices (merchant_id, mode, series, year, number);
create unique index invoices_once on invoices (merchant_id, mode, period_from);
select isolate_tenants('invoices');

create table invoice_numbers (
  series text not null,
  year int not null,
  last_number int not null check (last_number > 0),
  last_issued_on date not null,
  primary key (series, year)
);
comment on table invoice_numbers is 'The last number of each series and year: numbers have no gap.';
comment on column invoice_numbers.last_issued_on is 'Day of the last invoice; the next is not earlier.';

create table assigned_invoice_numbers (
  series text not null,
  year int not null,
  number int not null check (number > 0),
  merchant_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('invoice', 'rectifying')),
  issued_on date not null,
  period_from date not null,
  base_cents bigint not null,
  vat_cents bigint not null,
  exempt_cents bigint not null,
  total_cents bigint not null,
  primary key (series, year, number),
  foreign key (series, year) references invoice_numbers(series, year)
);
comment on table assigned_invoice_numbers is 'The invoice of each number, which is used once across all shops, with the amounts that the provider lists over all of them.';
comment on column assigned_invoice_numbers.issued_on is 'The invoice''s.';
comment on column assigned_invoice_numbers.period_from is 'First day of the invoice''s month.';
comment on column assigned_invoice_numbers.base_cents is 'The invoice''s.';
comment on column assigned_invoice_numbers.vat_cents is 'The invoice''s.';
comment on column assigned_invoice_numbers.exempt_cents is 'The invoice''s.';
comment on column assigned_invoice_numbers.total_cents is 'The invoice''s.';
create index assigned_invoice_numbers_by_month on assigned_invoice_numbers (period_from, series, year, number);
select isolate_in_scope('assigned_invoice_numbers');

create table invoice_lines (
  merchant_id uuid not null,
  mode mode not null,
  invoice_id uuid not null,
  position smallint not null,
  concept text not null check (concept in ('fee', 'fee_minimum', 'subsidy')),
  vat_bps int check (vat_bps >= 0 and vat_bps <= 10000),
  line_count int not null check (line_count > 0),
  base_cents bigint not null,
  vat_cents bigint not null,
  tax_territory tax_territory not null default 'peninsula',
  primary key (merchant_id, mode, invoice_id, "position"),
  check (vat_bps is not null or vat_cents = 0),
  foreign key (merchant_id, mode, invoice_id) references invoices(merchant_id, mode, id)
);
comment on table invoice_lines is 'Lines of an invoice by VAT rate; unchangeable.';
comment on column invoice_lines.vat_bps is 'VAT rate in hundredths of a percent; null: exempt.';
comment on column invoice_lines.base_cents is 'Without VAT.';
comment on column invoice_lines.vat_cents is 'VAT.';
comment on column invoice_lines.tax_territory is 'Whose tax it bears or is exempt from.';
select isolate_tenants('invoice_lines');

create table invoice_rectifications (
  merchant_id uuid not null,
  mode mode not null,
  invoice_id uuid not null,
  rectified_id uuid not null,
  primary key (merchant_id, mode, invoice_id, rectified_id),
  check (rectified_id <> invoice_id),
  foreign key (merchant_id, mode, invoice_id) references invoices(merchant_id, mode, id),
  foreign key (merchant_id, mode, rectified_id) references invoices(merchant_id, mode, id)
);
comment on table invoice_rectifications is 'Which invoice a rectifying one corrects; unchangeable.';
create index invoice_rectifications_back on invoice_rectifications (merchant_id, mode, rectified_id);
select isolate_tenants('invoice_rectifications');

create table invoice_downloads (
  merchant_id uuid not null,
  mode mode not null,
  invoice_id uuid not null,
  user_id uuid not null references users on delete cascade,
  downloaded_at timestamptz not null,
  primary key (merchant_id, mode, invoice_id, user_id),
  foreign key (merchant_id, mode, invoice_id) references invoices(merchant_id, mode, id)
);
comment on table invoice_downloads is 'Who downloaded which invoice.';
comment on column invoice_downloads.downloaded_at is 'When, the last time.';
select isolate_tenants('invoice_downloads');

create table invoice_runs (
  merchant_id uuid primary key,
  invoiced_until date not null,
  lacks text check (lacks in ('issuer', 'recipient'))
);
comment on table invoice_runs is 'Until which month each merchant is invoiced.';
comment on column invoice_runs.invoiced_until is 'Last day that is invoiced; -infinity: none.';
select isolate_in_scope('invoice_runs');

create trigger invoices_unchanged before delete or update or truncate on invoices for each statement execute function refuse_change();
create trigger invoice_lines_unchanged before delete or update or truncate on invoice_lines
  for each statement execute function refuse_change();
create trigger invoice_rectifications_unchanged before delete or update or truncate on invoice_rectifications
  for each statement execute function refuse_change();

alter table settlements add constraint settlements_invoice_fkey foreign key (merchant_id, mode, invoice_id) references invoices(merchant_id, mode, id) deferrable initially deferred;

create table assigned_invoice_taxes (
  series text not null,
  year int not null,
  number int not null,
  territory tax_territory not null check (territory <> 'peninsula'),
  base_cents bigint not null,
  vat_cents bigint not null,
  exempt_cents bigint not null,
  primary key (series, year, number, territory),
  foreign key (series, year, number) references assigned_invoice_numbers(series, year, number)
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
  invoice_type text not null check (invoice_type in ('F1', 'R1')),
  issued_on date not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  previous_hash text,
  hash text not null check (hash ~ '^[0-9A-F]{64}$'),
  recorded_at timestamptz not null,
  product_version text not null,
  kind text not null default 'registration' check (kind in ('registration', 'annulment')),
  primary key (issuer_tax_id, sequence),
  unique (issuer_tax_id, invoice_number, kind),
  constraint invoice_records_first check ((sequence = 1) = (previous_hash is null))
);
comment on table invoice_records is 'The register of the provider''s invoices (RD 1007/2023), one chain for each issuer; unchangeable. Never sent from here.';
comment on column invoice_records.kind is 'That an invoice was issued, or that its record is annulled.';
comment on column invoice_records.invoice_type is 'F1: invoice; R1: rectifying invoice. An annulment repeats that of its registration, and the amounts.';
comment on column invoice_records.issued_on is 'Date of the invoice.';
comment on column invoice_records.tax_cents is 'The invoice''s tax.';
comment on column invoice_records.total_cents is 'The invoice''s total.';
comment on column invoice_records.previous_hash is 'Hash of the record before; null: it is the first.';
comment on column invoice_records.hash is 'SHA-256 of its fields and of the hash before, in capital hexadecimal digits.';
comment on column invoice_records.recorded_at is 'When it was made, in whole seconds.';
create index invoice_records_by_day on invoice_records (issued_on, sequence);
create index invoice_records_by_invoice on invoice_records (merchant_id, invoice_id);
select isolate_in_scope('invoice_records');
create trigger invoice_records_unchanged before delete or update or truncate on invoice_records for each statement execute function refuse_change();
