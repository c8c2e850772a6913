-- Onboarding: the company, its people and its documents.

create table onboardings (
  account_id uuid primary key references accounts,
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'submitted', 'in_review', 'approved', 'changes_requested', 'rejected')),
  started_at timestamptz,
  docs_seen_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz
);
comment on table onboardings is 'The state of each onboarding.';
comment on column onboardings.started_at is 'First step; unchangeable.';
comment on column onboardings.docs_seen_at is 'When the list of documents was seen.';
comment on column onboardings.submitted_at is 'Sent for review.';
comment on column onboardings.decided_at is 'Approved or rejected.';
create index onboardings_rejected on onboardings (decided_at) where status = 'rejected';
create index onboardings_waiting on onboardings (submitted_at) where status in ('submitted', 'in_review');

create table profiles (
  account_id uuid primary key references accounts,
  first_name text not null,
  last_name text not null,
  document_type text check (document_type in ('nif', 'nie', 'passport')),
  document_number text,
  street text,
  address_addition text,
  postcode text,
  city text,
  province text,
  country text not null default 'ES' check (country in ('ES', 'PT')),
  birthday date,
  nationality text,
  phone text,
  landline text,
  job_title text,
  is_legal_representative bool,
  is_pep bool,
  trade_name text,
  business_activity text,
  cnae text,
  iae_epigraph text,
  start_date date,
  revision int not null default 1,
  changed_by uuid references users,
  search_text text generated always as (plain_text(first_name || ' ' || last_name || ' ' || coalesce(trade_name, '') || ' ' || coalesce(document_number, ''))) stored
);
comment on table profiles is 'Data of the person behind an account.';
comment on column profiles.search_text is 'What staff find an account by.';
comment on column profiles.birthday is 'The person''s.';
comment on column profiles.start_date is 'Start of the self-employed activity.';

create table enterprises (
  account_id uuid primary key references accounts,
  name text not null,
  ownership_type text check (ownership_type in ('full', 'majority', 'minority')),
  cif text,
  street text,
  address_addition text,
  postcode text,
  city text,
  province text,
  country text not null default 'ES' check (country in ('ES', 'PT')),
  trade_name text,
  legal_form text check (legal_form in ('sl', 'slu', 'sa', 'sau', 'sll', 'coop', 'cb', 'sc', 'asociacion', 'fundacion', 'otra')),
  incorporation_date date,
  registry_province text,
  registry_volume text,
  registry_page text,
  registry_sheet text,
  business_activity text,
  cnae text,
  phone text,
  website text,
  annual_revenue_band text check (annual_revenue_band in ('<100k', '100k-500k', '500k-2m', '2m-10m', '>10m')),
  employees_band text check (employees_band in ('1-9', '10-49', '50-249', '250+')),
  is_listed bool not null default false,
  revision int not null default 1,
  changed_by uuid references users,
  search_text text generated always as (plain_text(name || ' ' || coalesce(trade_name, '') || ' ' || coalesce(cif, '') || ' ' || coalesce(website, ''))) stored
);
comment on table enterprises is 'Data of a company.';
comment on column enterprises.search_text is 'What staff find an account by.';
comment on column enterprises.incorporation_date is 'Day of its foundation.';

create index enterprises_by_cif on enterprises (cif) where cif is not null;

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
  percentage_bps int check (percentage_bps >= 1 and percentage_bps <= 10000),
  control_type text check (control_type in ('ownership', 'voting', 'administrator', 'other')),
  is_pep bool,
  is_signatory bool not null default false,
  created_at timestamptz not null,
  revision int not null default 1,
  changed_by uuid references users
);
comment on table company_owners is 'Beneficial owners and signatories of a company.';
comment on column company_owners.birthday is 'The person''s.';
comment on column company_owners.percentage_bps is 'Part of the capital, in hundredths of a percent.';
comment on column company_owners.created_at is 'When it was created.';
create index company_owners_by_account on company_owners (account_id, created_at, id);

create table company_holders (
  id uuid primary key,
  account_id uuid not null references accounts,
  parent_id uuid references company_holders on delete cascade,
  position int not null,
  kind text not null check (kind in ('person', 'company')),
  name text not null check (length(name) >= 1 and length(name) <= 120),
  share_bps int not null check (share_bps >= 1 and share_bps <= 10000),
  constraint company_holders_other check (parent_id is distinct from id)
);
comment on table company_holders is 'How the capital is divided: holders, also of holders.';
comment on column company_holders.share_bps is 'Part of the parent, in hundredths of a percent.';
create index company_holders_by_account on company_holders (account_id, "position");
create index company_holders_by_parent on company_holders (parent_id);

create table documents (
  id uuid primary key,
  account_id uuid not null references accounts,
  type text not null check (type in ('signatory_dni', 'cif', 'deeds_or_taxid', 'bank_account_certificate', 'audited_annual_accounts', 'tax_agency_certificate')),
  side text not null check (side in ('front', 'back', 'single')),
  upload_id uuid not null references uploads,
  status text not null default 'uploaded' check (status in ('uploaded', 'in_review', 'approved', 'rejected', 'expired')),
  rejection_reason text check (rejection_reason in ('illegible', 'incomplete', 'wrong_document', 'expired', 'name_mismatch', 'iban_mismatch', 'not_signed', 'older_than_3_months')),
  note text check (length(note) <= 300),
  uploaded_by uuid references users,
  uploaded_through uuid,
  uploaded_at timestamptz not null,
  reviewed_at timestamptz,
  expires_on date,
  replaced_at timestamptz,
  check ((status = 'rejected') = (rejection_reason is not null)),
  constraint documents_check1 check (type = 'signatory_dni' or side = 'single')
);
comment on table documents is 'Documents of an account and their review.';
comment on column documents.uploaded_at is 'When it was handed in.';
comment on column documents.reviewed_at is 'When it was accepted or rejected.';
comment on column documents.expires_on is 'Last day on which the document is valid.';
comment on column documents.replaced_at is 'When a later one took its place.';
create unique index documents_current on documents (account_id, type, side) where replaced_at is null;
create index documents_in_review on documents (uploaded_at) where status = 'in_review' and replaced_at is null;

create table change_requests (
  id uuid primary key,
  account_id uuid not null references accounts,
  step text not null check (step in ('profile', 'enterprise', 'ownership', 'owner', 'docs-upload')),
  field text not null,
  message text not null check (length(message) >= 1 and length(message) <= 300),
  created_at timestamptz not null,
  solved_at timestamptz
);
comment on table change_requests is 'Changes that the reviewer asked for during onboarding.';
comment on column change_requests.created_at is 'When it was created.';
comment on column change_requests.solved_at is 'When the field was changed.';
create index change_requests_open on change_requests (account_id, created_at) where solved_at is null;

create table onboarding_links (
  id uuid primary key,
  account_id uuid not null references accounts,
  step text not null check (step in ('profile', 'enterprise', 'docs-upload')),
  document_type text,
  recipient text not null check (length(recipient) >= 1 and length(recipient) <= 80),
  created_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  done_at timestamptz,
  revoked_at timestamptz,
  check ((step = 'docs-upload') = (document_type is not null))
);
comment on table onboarding_links is 'Steps of the onboarding that somebody else does through a link.';
comment on column onboarding_links.created_at is 'When it was created.';
comment on column onboarding_links.expires_at is 'Void after it.';
comment on column onboarding_links.opened_at is 'First opened.';
comment on column onboarding_links.done_at is 'Step completed.';
comment on column onboarding_links.revoked_at is 'Withdrawn.';
create index onboarding_links_by_account on onboarding_links (account_id, created_at desc);

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
  constraint shop_applications_check1 check ((outcome is null) = (decided_at is null))
);
comment on table shop_applications is 'What was declared about a shop when it was applied for.';
comment on column shop_applications.monthly_cents is 'Expected sales of a month.';
comment on column shop_applications.average_cents is 'Expected average cart.';
comment on column shop_applications.submitted_at is 'Sent for review.';
comment on column shop_applications.decided_at is 'Approved or rejected.';
create index shop_applications_waiting on shop_applications (submitted_at) where outcome is null;
create index shop_applications_decided on shop_applications (decided_at) where decided_at is not null;
select isolate_in_scope('shop_applications');

create table shop_drafts (
  account_id uuid primary key references accounts,
  name text,
  url text,
  in_store_only bool not null default false,
  business_activity text,
  iban text,
  bank_account_id uuid references bank_accounts,
  monthly_cents bigint check (monthly_cents > 0),
  average_cents bigint check (average_cents > 0)
);
comment on table shop_drafts is 'A shop that is being described, before its application.';
comment on column shop_drafts.monthly_cents is 'Expected sales of a month.';
comment on column shop_drafts.average_cents is 'Expected average cart.';

create function keep_onboarding_started() returns trigger language plpgsql as $$
begin
  if old.started_at is not null and new.started_at is distinct from old.started_at then
    raise exception 'onboarding starts once' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function keep_whole_company() returns trigger language plpgsql as $$
begin
  perform from accounts a where a.id = new.account_id for no key update;
  if (select coalesce(sum(o.percentage_bps), 0) from company_owners o where o.account_id = new.account_id) > 10000 then
    raise exception 'a company is owned by more than all of it' using errcode = 'check_violation', constraint = 'company_owners_whole';
  end if;
  return null;
end $$;

create trigger keep_onboarding_started before update on onboardings for each row execute function keep_onboarding_started();
create constraint trigger keep_whole_company after insert or update of percentage_bps on company_owners not deferrable initially immediate
  for each row execute function keep_whole_company();

alter table documents add foreign key (uploaded_through) references onboarding_links(id);
