-- Who stands behind an account, told field by field, their papers, and how far its onboarding has come. What is not known yet is null, or empty
-- where a name always stood.

alter table profiles
  add column birthday date,
  add column nationality text,
  add column phone text,
  add column landline text,
  add column job_title text,
  add column is_legal_representative boolean,
  add column is_pep boolean,
  add column trade_name text,
  add column business_activity text,
  add column cnae text,
  add column iae_epigraph text,
  add column start_date date;

alter table enterprises
  alter column ownership_type drop not null,
  add column trade_name text,
  add column legal_form text check (legal_form in ('sl', 'slu', 'sa', 'sau', 'sll', 'coop', 'cb', 'sc', 'asociacion', 'fundacion', 'otra')),
  add column incorporation_date date,
  add column registry_province text,
  add column registry_volume text,
  add column registry_page text,
  add column registry_sheet text,
  add column business_activity text,
  add column cnae text,
  add column phone text,
  add column website text,
  add column annual_revenue_band text check (annual_revenue_band in ('<100k', '100k-500k', '500k-2m', '2m-10m', '>10m')),
  add column employees_band text check (employees_band in ('1-9', '10-49', '50-249', '250+')),
  add column is_listed boolean not null default false;

-- People who own or control a company; shares in basis points, 10000 = all of it.
create table company_owners (
  id uuid primary key,
  account_id uuid not null references accounts,
  first_name text not null default '',
  last_name text not null default '',
  document_type text check (document_type in ('nif', 'nie', 'passport')),
  document_number text,
  birthday date,
  nationality text,
  country_of_residence text,
  street text,
  address_addition text,
  postcode text,
  city text,
  province text,
  country text,
  percentage_bps integer check (percentage_bps between 1 and 10000),
  control_type text check (control_type in ('ownership', 'voting', 'administrator', 'other')),
  is_pep boolean,
  is_signatory boolean not null default false,
  created_at timestamptz not null
);
create index company_owners_by_account on company_owners (account_id, created_at, id);

-- No company is owned by more than all of it, whoever writes at once.
create function keep_whole_company() returns trigger language plpgsql as $$
begin
  perform from accounts a where a.id = new.account_id for no key update;
  if (select coalesce(sum(o.percentage_bps), 0) from company_owners o where o.account_id = new.account_id) > 10000 then
    raise exception 'a company is owned by more than all of it' using errcode = 'check_violation', constraint = 'company_owners_whole';
  end if;
  return null;
end $$;
create constraint trigger keep_whole_company after insert or update of percentage_bps on company_owners
  for each row execute function keep_whole_company();

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('iban_certificate', 'document'));

-- Papers that were handed in; one that another took the place of stays as it was, for whoever has to know what was seen.
create table documents (
  id uuid primary key,
  account_id uuid not null references accounts,
  type text not null check (type in ('signatory_dni', 'cif', 'deeds_or_taxid', 'bank_account_certificate', 'audited_annual_accounts', 'tax_agency_certificate')),
  side text not null check (side in ('front', 'back', 'single')),
  upload_id uuid not null references uploads,
  status text not null default 'uploaded' check (status in ('uploaded', 'in_review', 'approved', 'rejected', 'expired')),
  rejection_reason text check (rejection_reason in ('illegible', 'incomplete', 'wrong_document', 'expired', 'name_mismatch', 'iban_mismatch', 'not_signed', 'older_than_3_months')),
  -- The reviewer's own words, shown to the owner.
  note text check (length(note) <= 300),
  uploaded_by uuid references users,
  -- By the link of somebody without a session: their name as the owner wrote it.
  uploaded_through uuid,
  uploaded_at timestamptz not null,
  reviewed_at timestamptz,
  expires_on date,
  replaced_at timestamptz,
  check ((status = 'rejected') = (rejection_reason is not null)),
  check (type = 'signatory_dni' or side = 'single')
);
create unique index documents_current on documents (account_id, type, side) where replaced_at is null;
create index documents_in_review on documents (uploaded_at) where status = 'in_review' and replaced_at is null;

-- How far an account has come; an account without a row was set up before there was onboarding, or has not begun.
create table onboardings (
  account_id uuid primary key references accounts,
  status text not null default 'not_started'
    check (status in ('not_started', 'in_progress', 'submitted', 'in_review', 'approved', 'changes_requested', 'rejected')),
  -- Set once, at the first saved field.
  started_at timestamptz,
  docs_seen_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz
);
create index onboardings_waiting on onboardings (submitted_at) where status in ('submitted', 'in_review');

create function keep_onboarding_started() returns trigger language plpgsql as $$
begin
  if old.started_at is not null and new.started_at is distinct from old.started_at then
    raise exception 'onboarding starts once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_onboarding_started before update on onboardings for each row execute function keep_onboarding_started();

-- The first shop as it is being written; it becomes a shop when onboarding is submitted.
create table shop_drafts (
  account_id uuid primary key references accounts,
  name text,
  url text,
  in_store_only boolean not null default false,
  business_activity text,
  iban text,
  bank_account_id uuid references bank_accounts,
  monthly_cents bigint check (monthly_cents > 0),
  average_cents bigint check (average_cents > 0)
);

-- What was told of a shop when it was asked for, and where it wants to be paid: an account is made of it when the shop is approved.
create table shop_applications (
  merchant_id uuid primary key references merchants,
  account_id uuid not null references accounts,
  business_activity text not null,
  iban text,
  bank_account_id uuid references bank_accounts,
  monthly_cents bigint not null check (monthly_cents > 0),
  average_cents bigint not null check (average_cents > 0),
  ecommerce_platform text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  outcome text check (outcome in ('approved', 'rejected')),
  reason text check (length(reason) <= 300),
  check (num_nonnulls(iban, bank_account_id) = 1),
  check ((outcome is null) = (decided_at is null))
);
create index shop_applications_decided on shop_applications (decided_at) where decided_at is not null;

-- What a reviewer asks to be put right: the step, the very field, and why.
create table change_requests (
  id uuid primary key,
  account_id uuid not null references accounts,
  step text not null check (step in ('profile', 'enterprise', 'ownership', 'owner', 'docs-upload')),
  field text not null,
  message text not null check (length(message) between 1 and 300),
  created_at timestamptz not null,
  solved_at timestamptz
);
create index change_requests_open on change_requests (account_id, created_at) where solved_at is null;

-- Links by which somebody without a session does one step, or hands in one paper. The link itself is derived, never stored.
create table onboarding_links (
  id uuid primary key,
  account_id uuid not null references accounts,
  step text not null check (step in ('profile', 'enterprise', 'docs-upload')),
  document_type text,
  -- For whom, as the owner wrote it.
  recipient text not null check (length(recipient) between 1 and 80),
  created_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  done_at timestamptz,
  revoked_at timestamptz,
  check ((step = 'docs-upload') = (document_type is not null))
);
create index onboarding_links_by_account on onboarding_links (account_id, created_at desc);
alter table documents add foreign key (uploaded_through) references onboarding_links;
