-- Invoices of what settlements deducted, once a month, and whom they are for.

-- What an invoice must say about its recipient (RD 1619/2012 art. 6); asked for during onboarding, null until then.
alter table enterprises
  add column cif text,
  add column street text,
  add column address_addition text,
  add column postcode text,
  add column city text,
  add column province text,
  add column country text not null default 'ES' check (country in ('ES', 'PT'));
alter table profiles
  add column document_type text check (document_type in ('nif', 'nie', 'passport')),
  add column document_number text,
  add column street text,
  add column address_addition text,
  add column postcode text,
  add column city text,
  add column province text,
  add column country text not null default 'ES' check (country in ('ES', 'PT'));

-- Where a shop's invoices are announced; null: to its owner.
alter table merchants add column billing_email text check (billing_email = lower(billing_email));

-- The last number of each series and year, and the day on which it was given: taken and used in one transaction, so that no number is missing.
create table invoice_numbers (
  series text not null,
  year integer not null,
  last_number integer not null check (last_number > 0),
  last_issued_on date not null,
  primary key (series, year)
);

-- As issued, never changed: parties as they stood that day. Test mode has none.
create table invoices (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  series text not null,
  year integer not null check (year = extract(year from issued_on)),
  number integer not null check (number > 0),
  kind text not null check (kind in ('invoice', 'rectifying')),
  issued_on date not null,
  period_from date not null,
  period_to date not null check (period_from <= period_to and period_to < issued_on),
  base_cents bigint not null,
  vat_cents bigint not null,
  exempt_cents bigint not null,
  total_cents bigint not null check (total_cents = base_cents + vat_cents + exempt_cents),
  -- Why the exempt part is exempt, as printed.
  exemption text check ((exemption is not null) or exempt_cents = 0),
  iban_last4 text,
  issuer_name text not null,
  issuer_tax_id text not null,
  issuer_address text not null,
  issuer_postcode text not null,
  issuer_city text not null,
  issuer_province text not null,
  issuer_country text not null,
  recipient_name text not null,
  -- Of a person only: electronic invoices ask for them apart.
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
  check ((kind = 'rectifying') = (total_cents < 0)),
  check ((recipient_first_name is null) = (recipient_last_name is null))
);
-- A number belongs to one invoice over all shops, a month of a shop to one invoice, whatever crashes or runs twice.
create unique index invoices_by_number on invoices (series, year, number);
create unique index invoices_once on invoices (merchant_id, mode, period_from);

-- What it charges for; a rate of null is exempt.
create table invoice_lines (
  merchant_id uuid not null,
  mode mode not null,
  invoice_id uuid not null,
  position smallint not null,
  concept text not null check (concept in ('fee', 'fee_minimum', 'subsidy')),
  vat_bps integer check (vat_bps between 0 and 10000),
  line_count integer not null check (line_count > 0),
  base_cents bigint not null,
  vat_cents bigint not null check (vat_bps is not null or vat_cents = 0),
  primary key (merchant_id, mode, invoice_id, position),
  foreign key (merchant_id, mode, invoice_id) references invoices
);

-- Which invoices a rectifying one gives back charges of.
create table invoice_rectifications (
  merchant_id uuid not null,
  mode mode not null,
  invoice_id uuid not null,
  rectified_id uuid not null check (rectified_id <> invoice_id),
  primary key (merchant_id, mode, invoice_id, rectified_id),
  foreign key (merchant_id, mode, invoice_id) references invoices,
  foreign key (merchant_id, mode, rectified_id) references invoices
);
create index invoice_rectifications_back on invoice_rectifications (merchant_id, mode, rectified_id);

create trigger invoices_unchanged before update or delete or truncate on invoices for each statement execute function refuse_change();
create trigger invoice_lines_unchanged before update or delete or truncate on invoice_lines for each statement execute function refuse_change();
create trigger invoice_rectifications_unchanged before update or delete or truncate on invoice_rectifications for each statement execute function refuse_change();

-- When each person first took an invoice as a file.
create table invoice_downloads (
  merchant_id uuid not null,
  mode mode not null,
  invoice_id uuid not null,
  user_id uuid not null references users on delete cascade,
  downloaded_at timestamptz not null,
  primary key (merchant_id, mode, invoice_id, user_id),
  foreign key (merchant_id, mode, invoice_id) references invoices
);

do $$
declare name text;
begin
  foreach name in array array['invoices', 'invoice_lines', 'invoice_rectifications', 'invoice_downloads'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;

-- A settlement is in one invoice at most. Deferred: settlements are taken first and the number last, which is held for as short as can be.
alter table settlements add column invoice_id uuid,
  add constraint settlements_invoice_fkey foreign key (merchant_id, mode, invoice_id) references invoices deferrable initially deferred;
create index settlements_by_invoice on settlements (merchant_id, mode, invoice_id, value_on) where invoice_id is not null;
create index settlements_not_invoiced on settlements (merchant_id, mode, value_on) where invoice_id is null;

-- Up to which day each shop's settlements were invoiced: ids and days only, outside the wall. The row is also the lock under which a shop is
-- invoiced. `lacks`: what the shop's next invoice waits for.
create table invoice_turns (
  merchant_id uuid primary key,
  invoiced_until date not null,
  lacks text check (lacks in ('issuer', 'recipient'))
);

-- Invoices that are still to be announced by mail; ids only, outside the wall.
create table invoice_letters (
  merchant_id uuid not null,
  invoice_id uuid not null,
  send_at timestamptz not null,
  attempts integer not null default 0,
  primary key (merchant_id, invoice_id)
);
create index invoice_letters_due on invoice_letters (send_at);

-- Where a shop's invoices are announced: its billing address, else its owner who has been there longest; null without either.
create function billing_email_of(merchant uuid) returns text stable language sql as $$
  select coalesce(m.billing_email, (select u.email from users u where u.account_id = m.account_id and u.role = 'owner' and u.disabled_at is null
    order by u.created_at, u.id limit 1)) from merchants m where m.id = merchant
$$;
