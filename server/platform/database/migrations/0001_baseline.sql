-- The schema of version 0.2.0; what holds today, with later migrations, is in ../schema.

-- What every quarter stands on: the mode, the tenant of a connection, and row-level security by both.

create type mode as enum ('live', 'sandbox');

create function scope_merchant() returns uuid stable language sql as $$ select nullif(current_setting('app.merchant_id', true), '')::uuid $$;

create function scope_mode() returns mode stable language sql as $$ select nullif(current_setting('app.mode', true), '')::mode $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- A connection sees the rows of the one merchant and mode that its scope names, and no others. The owner's connections too: its rights are not exempt.
create function isolate_tenants(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', tenant_table);
  execute format('create policy tenant on %s using (merchant_id = scope_merchant() and mode = scope_mode())
    with check (merchant_id = scope_merchant() and mode = scope_mode())', tenant_table);
end $$;

-- Accounts, their users and their merchants.

-- Lower case, without the accents of our languages: for searches that ignore both.
create function plain_text(words text) returns text immutable parallel safe language sql
  return translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn');

create table accounts (
  id uuid primary key,
  type text not null check (type in ('enterprise', 'self_employed', 'unknown')),
  disabled_at timestamptz,
  requires_onboarding bool not null default false,
  demo bool not null default false,
  created_at timestamptz not null default now(),
  relation_ended_on date,
  relation_end_reason text check (relation_end_reason in ('company', 'provider', 'ceased')),
  file_forgotten_at timestamptz,
  holders_revision int not null default 0,
  holders_changed_by uuid,
  external_id text collate "C" unique check (length(external_id) between 1 and 64),
  papers_elsewhere bool not null default false,
  constraint accounts_end_whole check ((relation_ended_on is null) = (relation_end_reason is null)),
  constraint accounts_file_after_end check (file_forgotten_at is null or relation_ended_on is not null)
);
comment on table accounts is 'A company or self-employed person with its shops: the unit of people, company data and documents.';
comment on column accounts.disabled_at is 'Sign-in and calls are refused from here on.';
comment on column accounts.external_id is 'Its id in the provider''s own systems.';
comment on column accounts.papers_elsewhere is 'The provider keeps its documents in its own systems: none is asked for here.';
comment on column accounts.created_at is 'When it was created.';
comment on column accounts.relation_ended_on is 'Day on which the provider ended the relation; reading stays possible for a while.';
comment on column accounts.file_forgotten_at is 'When the file of a rejected account was deleted.';
create index accounts_newest on accounts (created_at desc, id desc);
create index accounts_ended on accounts (relation_ended_on) where relation_ended_on is not null and file_forgotten_at is null;

create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text,
  first_name text not null,
  last_name text not null,
  locale text check (locale in ('es', 'ca', 'gl', 'eu', 'pt')),
  prefered_merchant_id uuid,
  created_at timestamptz not null default now(),
  credentials_changed_at timestamptz,
  second_factor_since timestamptz,
  own_idle_seconds int check (own_idle_seconds >= 1800 and own_idle_seconds <= 28800),
  own_undo_seconds int check (own_undo_seconds >= 1 and own_undo_seconds <= 300),
  closed_at timestamptz,
  erased_at timestamptz,
  search_text text generated always as (plain_text(first_name || ' ' || last_name || ' ' || email)) stored,
  constraint users_erased_closed check (erased_at is null or closed_at is not null)
);
comment on column users.created_at is 'When it was created.';
comment on column users.credentials_changed_at is 'Last change of password, address or second factor.';
comment on column users.second_factor_since is 'Since when a second factor is asked.';
comment on column users.own_idle_seconds is 'Own limit of time without use; null: the installation’s.';
comment on column users.own_undo_seconds is 'Own time to undo a refund; null: the installation’s.';
comment on column users.search_text is 'What staff find a person by.';
comment on column users.erased_at is 'When personal data was removed.';
create unique index users_by_email on users (email) where closed_at is null and password_hash is not null;
create index users_by_plain_email on users (lower(NORMALIZE(email, NFKC))) where closed_at is null;
comment on table users is 'People: who signs in, with one e-mail address, password and second factor, whatever accounts they belong to. Each invitation has a row of its own, without a password, until it is accepted.';
comment on column users.closed_at is 'When they left their last account: they cannot sign in, and their address is free for a new user.';

create table memberships (
  account_id uuid not null references accounts,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'guest')),
  created_at timestamptz not null default now(),
  invited_at timestamptz,
  invited_by uuid references users,
  joined_at timestamptz,
  access_until timestamptz,
  access_warned_at timestamptz,
  access_ended_at timestamptz,
  withheld text[] not null default '{}' check (withheld <@ array['sell', 'refund', 'capture', 'settlements', 'invoices', 'reports', 'campaigns']),
  sandbox_only bool not null default false,
  refund_limit_cents bigint check (refund_limit_cents > 0),
  refund_day_limit_cents bigint check (refund_day_limit_cents > 0),
  owner_since timestamptz,
  owner_until timestamptz,
  access_revision int not null default 1,
  access_changed_by uuid references users,
  disabled_at timestamptz,
  removed_at timestamptz,
  erased_at timestamptz,
  primary key (account_id, user_id),
  constraint memberships_owner_real check (role <> 'owner' or removed_at is not null or not sandbox_only),
  constraint memberships_owner_whole check (role <> 'owner' or removed_at is not null or access_until is null and withheld = '{}' and refund_limit_cents is null and refund_day_limit_cents is null),
  constraint memberships_removed check (removed_at is null or disabled_at is not null),
  constraint memberships_erased check (erased_at is null or removed_at is not null)
);
comment on column memberships.created_at is 'When it was created.';
comment on column memberships.invited_at is 'Last invitation.';
comment on column memberships.access_warned_at is 'When the end was announced.';
comment on column memberships.access_ended_at is 'When access was ended.';
comment on column memberships.refund_limit_cents is 'Most that one refund may give back; null: no limit.';
comment on column memberships.refund_day_limit_cents is 'Most in a day of Madrid; null: no limit.';
comment on column memberships.owner_since is 'Became an owner.';
comment on column memberships.owner_until is 'Stops being an owner.';
comment on column memberships.disabled_at is 'Sign-in is refused from here on.';
comment on column memberships.removed_at is 'Removed from the team.';
comment on column memberships.erased_at is 'When the person''s data in this account was removed.';
create index memberships_access_until on memberships (access_until) where access_until is not null and access_ended_at is null;
create index memberships_by_user on memberships (user_id);
create index memberships_to_erase on memberships (removed_at) where removed_at is not null and erased_at is null;
comment on table memberships is 'What a person may do in an account: role, withheld rights, limits, until when. One row for each account that they belong to or are invited to.';
comment on column memberships.joined_at is 'When they accepted the invitation; without it the membership gives no access.';
comment on column memberships.access_until is 'The first instant without access.';

create table merchants (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  url text,
  status text not null check (status in ('pending', 'active', 'rejected', 'suspended', 'closed')),
  sandbox_enabled bool not null default true,
  country text not null default 'ES',
  currency text not null default 'EUR' check (currency = 'EUR'),
  created_at timestamptz not null default now(),
  live_on timestamptz,
  payment_frequency text not null default 'daily' check (payment_frequency in ('daily', 'weekly')),
  reserve_bps int not null default 0 check (reserve_bps >= 0 and reserve_bps <= 10000),
  reserve_days int not null default 90 check (reserve_days >= 1 and reserve_days <= 3650),
  bank_account_id uuid,
  billing_email text check (billing_email = lower(billing_email)),
  minimum_fee_cents bigint check (minimum_fee_cents > 0),
  minimum_fee_from date check (extract(day from minimum_fee_from) = 1),
  billing_revision int not null default 1,
  billing_changed_by uuid references users,
  external_id text collate "C" unique check (length(external_id) between 1 and 64),
  search_text text generated always as (plain_text(name || ' ' || coalesce(url, ''))) stored,
  constraint merchants_minimum_whole check ((minimum_fee_cents is null) = (minimum_fee_from is null))
);
comment on table merchants is 'Shops: what everything of the business belongs to.';
comment on column merchants.external_id is 'Its id in the provider''s own systems.';
comment on column merchants.created_at is 'When it was created.';
comment on column merchants.live_on is 'Day on which the shop went live.';
comment on column merchants.reserve_bps is 'Part of the sales held back, in hundredths of a percent.';
comment on column merchants.minimum_fee_cents is 'Least fee of a month, VAT excluded; null: none.';
comment on column merchants.minimum_fee_from is 'First month with a minimum fee.';
comment on column merchants.search_text is 'What staff find a shop by.';
create index merchants_by_account on merchants (account_id, created_at);

create table user_merchants (
  user_id uuid not null references users on delete cascade,
  merchant_id uuid not null references merchants,
  primary key (user_id, merchant_id)
);
comment on table user_merchants is 'The merchants of an account that a member is limited to; a member with none may enter all merchants of the account.';

create view members with (security_invoker = true) as
  select m.account_id, u.id, u.email, u.first_name, u.last_name, u.locale, u.second_factor_since, u.credentials_changed_at, m.role, m.created_at, m.invited_at, m.invited_by, m.joined_at, m.access_until, m.access_warned_at, m.access_ended_at, m.withheld, m.sandbox_only,
    m.refund_limit_cents, m.refund_day_limit_cents, m.owner_since, m.owner_until, m.access_revision, m.access_changed_by, m.disabled_at, m.removed_at, m.erased_at,
    array(select l.merchant_id from user_merchants l join merchants s on s.id = l.merchant_id where l.user_id = u.id and s.account_id = m.account_id) as limited_to
  from memberships m join users u on u.id = m.user_id;
comment on view members is 'People with their membership in one account, one row each; limited_to: the merchants that they may enter, all of the account when it is empty.';

create function billing_email_of(merchant uuid) returns text stable language sql as $$
  select coalesce(m.billing_email, (select u.email from members u where u.account_id = m.account_id and u.role = 'owner' and u.disabled_at is null
    order by u.created_at, u.id limit 1)) from merchants m where m.id = merchant
$$;

alter table accounts add foreign key (holders_changed_by) references users(id);

alter table users add foreign key (prefered_merchant_id) references merchants(id);

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
comment on column merchant_terms.proposed_by is 'The member of staff who entered it; null: the installation itself.';
comment on column merchant_terms.withdrawn_at is 'Withdrawn before it came into force.';
create unique index merchant_terms_one_a_day on merchant_terms (merchant_id, mode, product, effective_on) where withdrawn_at is null;
select isolate_tenants('merchant_terms');

create table terms_notices (
  merchant_id uuid not null references merchants,
  version_id uuid not null,
  kind text not null check (kind in ('change', 'withdrawal')),
  effective_on date not null,
  due_at timestamptz not null,
  primary key (merchant_id, version_id, kind)
);
comment on table terms_notices is 'Merchants still to be told about a change of terms; a worker tells each and removes the row.';
comment on column terms_notices.version_id is 'Of price_lists or merchant_terms.';
comment on column terms_notices.kind is 'The version was entered, or withdrawn.';
comment on column terms_notices.effective_on is 'The day of the change.';
comment on column terms_notices.due_at is 'When to tell the merchant, or to try again.';
create index terms_notices_due on terms_notices (due_at);

-- Sign-in: sessions, devices, one-time links and failed attempts.

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  companion_hash bytea not null,
  generation int not null default 1,
  rotated_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'password_changed', 'closed_by_user', 'token_reused', 'user_disabled', 'email_changed', 'change_stopped', 'till_locked', 'closed_by_provider')),
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  stepped_up_at timestamptz,
  till_id uuid,
  idle_seconds int not null default 1800 check (idle_seconds >= 60 and idle_seconds <= 28800),
  staff_view_id uuid
);
comment on table sessions is 'Sign-ins: one row a browser.';
comment on column sessions.rotated_at is 'When its tokens were last replaced.';
comment on column sessions.active_at is 'Last use.';
comment on column sessions.expires_at is 'Ends at the latest here.';
comment on column sessions.ended_at is 'When it ended.';
comment on column sessions.created_at is 'When it was created.';
comment on column sessions.stepped_up_at is 'Last proof of password or second factor.';
comment on column sessions.staff_view_id is 'Not the person''s own: a member of the provider''s staff looks at their panel (`staff_views`).';
comment on column sessions.idle_seconds is 'Ends after this time without use.';
create index sessions_by_till on sessions (till_id) where till_id is not null and ended_at is null;
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_of_user on sessions (user_id, created_at);

create table one_time_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id uuid references accounts,
  purpose text not null check (purpose in ('password_reset', 'unlock', 'invitation')),
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_time_links_account check ((purpose = 'invitation') = (account_id is not null))
);
comment on table one_time_links is 'Links by e-mail that work once: invitation, new password, and others.';
comment on column one_time_links.expires_at is 'Void after it.';
comment on column one_time_links.used_at is 'When it was used.';
comment on column one_time_links.created_at is 'When it was created.';
comment on column one_time_links.account_id is 'The account that an invitation is to.';
create index one_time_links_by_user on one_time_links (user_id, purpose) where used_at is null;

create table sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  type text not null check (type in ('enterprise', 'self_employed')),
  company text not null,
  website text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table sign_ups is 'Requests for an account, until the link in their e-mail is used.';
comment on column sign_ups.created_at is 'When it was asked for.';
comment on column sign_ups.expires_at is 'Its link is void after it.';
comment on column sign_ups.used_at is 'When the account was created.';

create table sign_in_failures (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);
comment on table sign_in_failures is 'Failed attempts by hashed subject, for the lock after several.';
comment on column sign_in_failures.last_failed_at is 'Last failure.';
comment on column sign_in_failures.locked_until is 'No attempt is accepted before.';

create table continuations (
  user_id uuid primary key references users on delete cascade,
  id uuid not null unique,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null,
  sealed text not null,
  expires_at timestamptz not null
);
comment on table continuations is 'Pages to be gone on with on another device, by a one-time code.';
comment on column continuations.expires_at is 'Void after it.';

create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  user_agent text,
  primary key (token_hash, user_id)
);
comment on table known_devices is 'Browsers in which a person has signed in, by the hash of a cookie.';
comment on column known_devices.created_at is 'When it was created.';
comment on column known_devices.last_used_at is 'Last sign-in.';
create unique index known_devices_by_id on known_devices (id);
create index known_devices_by_user on known_devices (user_id);

create table device_checks (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  sent_at timestamptz not null
);
comment on table device_checks is 'Confirmations of a new device that were sent.';
comment on column device_checks.sent_at is 'When.';

create table password_history (
  user_id uuid not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, replaced_at)
);
comment on table password_history is 'Hashes of earlier passwords, which may not be used again.';
comment on column password_history.replaced_at is 'When it was replaced.';

create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  state text not null default 'pending' check (state in ('pending', 'done', 'cancelled', 'stopped')),
  user_agent text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
comment on table email_changes is 'Changes of a person''s address, which the old address can stop.';
comment on column email_changes.created_at is 'When it was created.';
comment on column email_changes.expires_at is 'The link is void after it.';
comment on column email_changes.ended_at is 'When it was done or stopped.';
create index email_changes_by_user on email_changes (user_id, created_at desc);
create unique index email_changes_one_pending on email_changes (user_id) where state = 'pending';

-- Second factors: authenticator apps, recovery codes and passkeys.

create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table authenticators is 'A person''s authenticator app (TOTP); the secret is sealed.';
comment on column authenticators.created_at is 'When it was created.';
comment on column authenticators.confirmed_at is 'When a first code proved it; null while it is being set up.';

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of recovery codes, each good once.';
comment on column recovery_codes.created_at is 'When it was created.';
comment on column recovery_codes.used_at is 'When it was used.';

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) >= 1 and octet_length(credential_id) <= 1023),
  public_key bytea not null,
  algorithm int not null check (algorithm in (-7, -8, -257)),
  sign_count bigint not null,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is 'A person''s passkeys (WebAuthn).';
comment on column passkeys.created_at is 'When it was created.';
comment on column passkeys.last_used_at is 'Last sign-in with it.';
create index passkeys_by_user on passkeys (user_id, created_at);

create table passkey_answers (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table passkey_answers is 'Challenges that were answered, so that none is accepted twice.';
comment on column passkey_answers.expires_at is 'Forgotten after it.';

-- The provider's staff: its people, their sessions and links, and what waits for a second person.

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  locale text check (locale in ('es', 'ca', 'gl', 'eu', 'pt')),
  roles text[] not null check (roles <> '{}' and roles <@ array['support', 'reviewer', 'finance', 'risk', 'admin']),
  password_hash text,
  earlier_hashes text[] not null default '{}',
  sealed_secret bytea,
  last_step bigint not null default 0,
  openid_subject text unique,
  created_at timestamptz not null,
  invited_at timestamptz,
  invited_by uuid references staff,
  joined_at timestamptz,
  disabled_at timestamptz,
  demo boolean not null default false,
  constraint staff_joined_whole check (joined_at is null or openid_subject is not null or password_hash is not null and sealed_secret is not null),
  constraint staff_disabled_joined check (disabled_at is null or joined_at is not null)
);
comment on table staff is 'The provider''s people who use its console.';
comment on column staff.password_hash is 'Null until they accept their invitation.';
comment on column staff.earlier_hashes is 'Hashes of earlier passwords, the newest first, which may not be used again.';
comment on column staff.sealed_secret is 'The sealed secret of their authenticator app (TOTP).';
comment on column staff.last_step is 'Time step of the last accepted code, so that none is accepted twice.';
comment on column staff.openid_subject is 'Who they are for the provider''s identity provider, if they sign in with it: it says their roles then.';
comment on column staff.created_at is 'When it was created.';
comment on column staff.invited_at is 'Last invitation.';
comment on column staff.joined_at is 'When they set password and authenticator; without it they cannot sign in.';
comment on column staff.disabled_at is 'Sign-in is refused from here on.';
comment on column staff.demo is 'Made while demo data was in use, with published passwords: without it they cannot sign in.';

create table staff_recovery_codes (
  staff_id uuid not null references staff on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);
comment on table staff_recovery_codes is 'Hashes of the recovery codes of staff, each good once.';
comment on column staff_recovery_codes.created_at is 'When it was created.';
comment on column staff_recovery_codes.used_at is 'When it was used.';

create table staff_sessions (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  token_hash bytea not null unique,
  ip inet,
  user_agent text,
  created_at timestamptz not null,
  active_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'closed_by_user', 'closed_by_admin', 'password_changed', 'disabled', 'access_reset')),
  check ((ended_at is null) = (end_reason is null))
);
comment on table staff_sessions is 'Sign-ins of staff to the console: one row a browser.';
comment on column staff_sessions.token_hash is 'Hash of the cookie.';
comment on column staff_sessions.created_at is 'When it was created.';
comment on column staff_sessions.active_at is 'Last use.';
comment on column staff_sessions.expires_at is 'Ends at the latest here.';
comment on column staff_sessions.ended_at is 'When it ended.';
create index staff_sessions_of_staff on staff_sessions (staff_id) where ended_at is null;

create table staff_links (
  id uuid primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
  staff_id uuid references staff on delete cascade,
  token_hash bytea not null unique,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint staff_links_person check ((purpose = 'setup') = (staff_id is null))
);
comment on table staff_links is 'Links that work once, with which staff set password and authenticator: the first person, an invited one, or one who lost them.';
comment on column staff_links.sealed_secret is 'The sealed secret of the authenticator app that is set up with this link.';
comment on column staff_links.created_at is 'When it was created.';
comment on column staff_links.expires_at is 'Void after it.';
comment on column staff_links.used_at is 'When it was used or replaced.';
create index staff_links_open on staff_links (staff_id) where used_at is null;

create table provider_keys (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  key_hash bytea not null unique check (length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  scopes text[] not null check (scopes <> '{}'),
  networks cidr[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid not null references staff,
  revoked_at timestamptz,
  revoked_by uuid references staff,
  last_used_at timestamptz,
  last_used_from text,
  constraint provider_keys_revoked_whole check ((revoked_at is null) = (revoked_by is null))
);
comment on table provider_keys is 'Keys with which the provider''s own systems call its API, without their secrets.';
comment on column provider_keys.scopes is 'What it may do, as in the contract of each call.';
comment on column provider_keys.networks is 'From where it is accepted; empty: from everywhere.';
comment on column provider_keys.created_at is 'When it was created.';
comment on column provider_keys.revoked_at is 'It is refused from here on.';
comment on column provider_keys.last_used_at is 'Last accepted call, to the minute.';
comment on column provider_keys.last_used_from is 'The network of that call.';

create table staff_confirmations (
  id uuid primary key,
  call text not null,
  params jsonb not null,
  body jsonb,
  entity text not null,
  entity_id uuid,
  account_id uuid references accounts,
  merchant_id uuid references merchants,
  before jsonb,
  after jsonb,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined', 'withdrawn', 'expired', 'stale')),
  requested_by uuid references staff,
  requested_key uuid references provider_keys,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references staff,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 300),
  check ((state = 'pending') = (decided_at is null)),
  constraint staff_confirmations_requester check (num_nonnulls(requested_by, requested_key) = 1),
  constraint staff_confirmations_two check (state not in ('confirmed', 'declined') or decided_by <> requested_by)
);
comment on table staff_confirmations is 'Calls of the console, and of the provider''s API, that wait for a second person, or were decided by one.';
comment on column staff_confirmations.params is 'Parameters of the call''s path.';
comment on column staff_confirmations.body is 'Its body, as on the wire.';
comment on column staff_confirmations.before is 'What the two people see: the old value. It must still be so when the call is confirmed.';
comment on column staff_confirmations.after is 'The new value.';
comment on column staff_confirmations.requested_key is 'The key of the provider''s own system that requested it, where no person did.';
comment on column staff_confirmations.requested_at is 'When it was requested.';
comment on column staff_confirmations.expires_at is 'It cannot be confirmed after it.';
comment on column staff_confirmations.decided_at is 'When it stopped waiting.';
comment on column staff_confirmations.reason is 'Why it was declined.';
create index staff_confirmations_pending on staff_confirmations (expires_at) where state = 'pending';
create index staff_confirmations_by_time on staff_confirmations (requested_at desc);

create table setup_proofs (
  item text primary key check (item in ('mail')),
  proved_at timestamptz not null,
  staff_id uuid not null references staff on delete cascade
);
comment on table setup_proofs is 'What of a new installation somebody tried and saw work, where no other fact shows it.';
comment on column setup_proofs.item is 'mail: a test mail arrived, whose code was typed.';
comment on column setup_proofs.proved_at is 'When.';

create table staff_views (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  account_id uuid not null references accounts,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  opened_at timestamptz,
  ends_at timestamptz not null
);
comment on table staff_views is 'A member of staff looks at the panel as a merchant does: read only, for half an hour.';
comment on column staff_views.user_id is 'The owner whose panel is shown.';
comment on column staff_views.token_hash is 'Of the link that opens it once.';
comment on column staff_views.created_at is 'When it was asked for, with a reason that the audit log has.';
comment on column staff_views.opened_at is 'When the link was used.';
comment on column staff_views.ends_at is 'The link is refused from here on, or the view ends.';

-- Notes of the provider's staff about merchants.

create table staff_notes (
  account_id uuid not null references accounts,
  id uuid not null,
  staff_id uuid not null references staff,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null,
  primary key (account_id, id)
);
comment on table staff_notes is 'What staff noted about an account; its merchants never see it.';
comment on column staff_notes.created_at is 'When it was written.';

-- What waits for the provider's staff, and who has it.

create table provider_tasks (
  kind text not null check (kind in ('payout_returned', 'debit_returned', 'webhook_off')),
  id uuid not null,
  merchant_id uuid not null references merchants,
  what text not null,
  amount_cents bigint,
  code text,
  created_at timestamptz not null,
  primary key (kind, id)
);
comment on table provider_tasks is 'Facts of merchants that the provider''s staff must look at, written in the transaction of the fact, because the tables of the facts are read one merchant at a time.';
comment on column provider_tasks.id is 'The settlement of the payout, the debit, or the webhook.';
comment on column provider_tasks.what is 'The bank''s reference, or the webhook''s host.';
comment on column provider_tasks.amount_cents is 'What the bank returned.';
comment on column provider_tasks.code is 'The bank''s reason, or why the webhook was turned off.';
comment on column provider_tasks.created_at is 'When it happened.';
create index provider_tasks_in_order on provider_tasks (kind, created_at);

create table staff_work_owners (
  kind text not null,
  id uuid not null,
  staff_id uuid not null references staff on delete cascade,
  taken_at timestamptz not null,
  primary key (kind, id)
);
comment on table staff_work_owners is 'Who of the staff has an item of the work queue.';
comment on column staff_work_owners.id is 'The item''s: of the shop, the account, or the thing itself.';
comment on column staff_work_owners.taken_at is 'When they took it.';
create index staff_work_owners_by_staff on staff_work_owners (staff_id, taken_at);

-- Events for the provider's own systems: addresses and deliveries; what waits to be sent is in the outbox.

create table provider_endpoints (
  id uuid primary key,
  mode mode not null,
  url text not null check (length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  old_secret text,
  old_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null references staff,
  off_at timestamptz,
  check ((old_secret is null) = (old_secret_ends_at is null))
);
comment on table provider_endpoints is 'Addresses of the provider''s own systems that are told of events. Without one no event is written.';
comment on column provider_endpoints.mode is 'Whose events it gets; those of no mode, as of accounts, are live ones.';
comment on column provider_endpoints.secret is 'Sealed.';
comment on column provider_endpoints.old_secret_ends_at is 'Messages are signed with both secrets until here.';
comment on column provider_endpoints.created_at is 'When it was created.';
comment on column provider_endpoints.off_at is 'When it was switched off: nothing new is written for it.';

create table provider_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references provider_endpoints on delete cascade,
  message_id uuid not null,
  type text not null,
  happened_at timestamptz not null,
  queued_at timestamptz not null,
  account_id uuid,
  merchant_id uuid,
  mode mode not null,
  object_id uuid not null,
  data jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  tried_at timestamptz,
  status smallint,
  answer text check (length(answer) <= 300),
  problem text,
  ms int,
  sent_by uuid references staff
);
comment on table provider_deliveries is 'Events for addresses of the provider''s own systems, and their last attempt. Holds ids; the message is composed when it is sent.';
comment on column provider_deliveries.message_id is 'The same at every attempt, at every address, and when it is sent again.';
comment on column provider_deliveries.happened_at is 'When the event happened.';
comment on column provider_deliveries.queued_at is 'When it was queued.';
comment on column provider_deliveries.object_id is 'What it is about, by the first word of its type.';
comment on column provider_deliveries.data is 'What is true of the event for ever: names, states and amounts.';
comment on column provider_deliveries.tried_at is 'Last attempt.';
comment on column provider_deliveries.ms is 'Until the answer, in milliseconds.';
comment on column provider_deliveries.sent_by is 'Who of the staff sent it by hand.';
create index provider_deliveries_log on provider_deliveries (endpoint_id, queued_at desc, id desc);

-- Messages of the provider to merchants.

create table announcements (
  id uuid primary key,
  texts jsonb not null check (texts ? 'es'),
  account_ids uuid[] check (cardinality(account_ids) > 0),
  mode mode,
  from_at timestamptz not null,
  until_at timestamptz not null,
  by_mail bool not null,
  created_at timestamptz not null,
  created_by uuid not null references staff,
  ended_at timestamptz,
  ended_by uuid references staff,
  check (until_at > from_at),
  check ((ended_at is null) = (ended_by is null))
);
comment on table announcements is 'Messages of the provider to merchants: a banner in their panel, and an e-mail if wanted.';
comment on column announcements.texts is 'By language: `title` and `text`, as staff wrote them. Spanish is always there, and is read where a language is missing.';
comment on column announcements.account_ids is 'To whom; empty: to all.';
comment on column announcements.mode is 'In which mode it is shown; empty: in both.';
comment on column announcements.from_at is 'Shown from here, and sent by e-mail then.';
comment on column announcements.until_at is 'Shown until here.';
comment on column announcements.created_at is 'When it was created.';
comment on column announcements.ended_at is 'Taken back by staff.';
create index announcements_shown on announcements (until_at) where ended_at is null;

-- The audit log, chained by hash.

create table audit_entries (
  account_id uuid not null,
  seq bigint not null,
  at timestamptz not null default clock_timestamp(),
  merchant_id uuid,
  mode mode,
  user_id uuid,
  role text,
  ip inet,
  call text not null,
  outcome text not null,
  entity text,
  entity_id uuid,
  before jsonb,
  after jsonb,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null,
  key_id uuid,
  staff_id uuid,
  primary key (account_id, seq)
);
comment on table audit_entries is 'The audit log: every write and refused attempt, chained by hash within an account, append-only.';
comment on column audit_entries.at is 'Set by the database when the entry is written.';
comment on column audit_entries.staff_id is 'The member of the provider''s staff who did it.';
create index audit_entries_by_entity on audit_entries (account_id, entity, entity_id, seq desc);
create index audit_entries_of_key on audit_entries (account_id, key_id, seq desc) where key_id is not null;
create index audit_entries_of_provider on audit_entries (at desc, account_id desc, seq desc) where role = 'operator';
create index audit_entries_of_provider_call on audit_entries (call, at desc, account_id desc, seq desc) where role = 'operator';
create index audit_entries_of_staff on audit_entries (staff_id, call, at desc, account_id desc, seq desc) where role = 'operator' and staff_id is not null;
create index audit_entries_of_person on audit_entries (account_id, user_id, at, seq) where user_id is not null;

create table audit_heads (
  account_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);
comment on table audit_heads is 'The newest link of each account''s audit log.';

create function audit_hash(previous bytea, account_id uuid, seq bigint, at timestamptz, merchant_id uuid, mode mode, user_id uuid, role text, ip inet, call text, outcome text, entity text, entity_id uuid, before jsonb, after jsonb, request_id text, key_id uuid, staff_id uuid) returns bytea stable language sql as $$
  select sha256(convert_to(jsonb_build_array(encode(previous, 'hex'), account_id, seq, extract(epoch from at), merchant_id, mode, user_id, role, ip,
    call, outcome, entity, entity_id, before, after, request_id, key_id, staff_id)::text, 'UTF8'))
$$;

-- The member of staff in whose name the connection works (`npm run operator -- --as`).
create function acting_staff() returns uuid stable language sql as $$ select nullif(current_setting('app.staff_id', true), '')::uuid $$;

create function audit_link() returns trigger language plpgsql as $$
declare head audit_heads;
begin
  select * into head from audit_heads where account_id = new.account_id for update;
  if not found then
    insert into audit_heads (account_id, seq, hash) values (new.account_id, 0, sha256('')) on conflict (account_id) do nothing;
    select * into head from audit_heads where account_id = new.account_id for update;
  end if;
  new.staff_id := coalesce(new.staff_id, acting_staff());
  new.seq := head.seq + 1;
  new.at := clock_timestamp();
  new.previous_hash := head.hash;
  new.hash := audit_hash(head.hash, new.account_id, new.seq, new.at, new.merchant_id, new.mode, new.user_id, new.role, new.ip, new.call, new.outcome,
    new.entity, new.entity_id, new.before, new.after, new.request_id, new.key_id, new.staff_id);
  update audit_heads set seq = new.seq, hash = new.hash where account_id = new.account_id;
  return new;
end $$;

create trigger audit_append_only before delete or update or truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_link before insert on audit_entries for each row execute function audit_link();

-- Idempotency keys and the maintenance mode.

create table idempotency_keys (
  scope_hash bytea primary key,
  body_hash bytea not null,
  status smallint not null,
  body text,
  created_at timestamptz not null default now(),
  about uuid
);
comment on table idempotency_keys is 'The stored answer of each write, by the hash of its key; the same key gets the same answer.';
comment on column idempotency_keys.created_at is 'When it was created.';
create index idempotency_keys_about on idempotency_keys (about) where about is not null;
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table maintenance (
  only_one bool primary key default true check (only_one),
  reason text not null check (length(reason) >= 1 and length(reason) <= 300),
  ends_at timestamptz,
  status_url text check (status_url ~ '^https?://'),
  began_at timestamptz not null
);
comment on table maintenance is 'The one announced or running maintenance.';
comment on column maintenance.ends_at is 'Expected end.';
comment on column maintenance.began_at is 'When writes began to be refused.';

-- Usage events of the pages.

create table analytics_events (
  id uuid primary key,
  received_at timestamptz not null,
  happened_at timestamptz not null,
  device_id uuid not null,
  session_started_at timestamptz not null,
  event_type text not null check (length(event_type) <= 60),
  properties jsonb not null check (jsonb_typeof(properties) = 'object')
);
comment on table analytics_events is 'How the pages are used by people who agreed; belongs to no account.';
comment on column analytics_events.received_at is 'Arrival at the server.';
comment on column analytics_events.happened_at is 'The browser''s clock.';
comment on column analytics_events.session_started_at is 'Start of the visit, by the browser.';
create index analytics_events_received on analytics_events (received_at);

-- Uploaded files.

create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('iban_certificate', 'document')),
  file_name text not null check (length(file_name) >= 1 and length(file_name) <= 120),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes bytea not null check (octet_length(bytes) >= 1 and octet_length(bytes) <= 10000000),
  sha256 bytea not null,
  created_at timestamptz not null
);
comment on table uploads is 'Uploaded files; their content lies encrypted in the files folder.';
comment on column uploads.created_at is 'When it was created.';
create index uploads_by_user on uploads (user_id, created_at);

-- The outbox: what is to be told to somebody.

create table outbox (
  id uuid primary key,
  kind text not null,
  subject text not null,
  channel text not null check (channel in ('email', 'push', 'customer', 'callback', 'webhook')),
  number bigint not null generated always as identity,
  account_id uuid,
  merchant_id uuid,
  mode mode,
  group_id uuid,
  user_id uuid references users on delete cascade,
  payload jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'sent', 'withheld', 'dead')),
  due_at timestamptz not null,
  lease uuid,
  attempts int not null default 0,
  resent boolean not null default false,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (kind, subject),
  check ((state = 'pending') = (done_at is null)),
  check (mode is null or merchant_id is not null),
  check (merchant_id is null or account_id is not null),
  check (lease is null or state = 'pending')
);
comment on column outbox.created_at is 'When it was created.';
create index outbox_due on outbox (channel, due_at, number) where state = 'pending';
create index outbox_of_group on outbox (group_id, due_at, number) where state = 'pending' and group_id is not null;
create index outbox_leased on outbox (channel, lease) where lease is not null;
create index outbox_dead on outbox (done_at) where state = 'dead';
create index outbox_done on outbox (done_at) where state in ('sent', 'withheld');
create index outbox_by_user on outbox (user_id, created_at) where user_id is not null;

comment on table outbox is 'What is to be told to somebody: one row a message, written in the transaction of its cause and sent afterwards. Holds ids only, no personal data and no secrets.';
comment on column outbox.subject is 'What the message is about; one message of a kind and subject.';
comment on column outbox.channel is 'Limits how many are sent at a time, so that a receiver that hangs does not hold up the others.';
comment on column outbox.number is 'Order of creation, among those due at the same instant.';
comment on column outbox.account_id is 'Whose it is: the account, also of the shop that it is about; empty when it belongs to a person only.';
comment on column outbox.merchant_id is 'The shop that it is about; with a mode, when it is about one of them.';
comment on column outbox.group_id is 'Messages of a group go to one receiver: they are sent in batches, oldest first, and hold up no other group. The webhook of a delivery.';
comment on column outbox.payload is 'Ids from which the text is composed when it is sent.';
comment on column outbox.due_at is 'When it is next tried; while it is being sent, the end of the lease of the process that sends it.';
comment on column outbox.lease is 'Of the process that sends it. A message that replaces it meanwhile waits until that one has ended.';
comment on column outbox.resent is 'It was given up, and somebody had it sent again.';
comment on column outbox.last_error is 'Name and code of the last error, without its message.';
comment on column outbox.done_at is 'When it was sent, withheld because its cause had ended, or given up (dead).';

-- Team: requests for access, handovers and exits of owners.

create table access_requests (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  asked_right text not null check (length(asked_right) >= 1 and length(asked_right) <= 40),
  state text not null default 'pending' check (state in ('pending', 'granted', 'declined')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  foreign key (account_id, user_id) references memberships on delete cascade,
  check ((state = 'pending') = (decided_at is null)),
  constraint access_requests_check1 check (decided_by <> user_id)
);
comment on table access_requests is 'A member''s request for a right they lack, for an owner or admin to decide.';
comment on column access_requests.asked_at is 'When the member asked.';
comment on column access_requests.expires_at is 'Undecided requests lapse here.';
comment on column access_requests.decided_at is 'When somebody granted or declined it.';
create index access_requests_by_account on access_requests (account_id, asked_at desc);
create unique index access_requests_one on access_requests (account_id, user_id, asked_right) where state = 'pending';

create table ownership_handovers (
  id uuid primary key,
  account_id uuid not null references accounts,
  from_user uuid not null references users,
  to_user uuid not null references users,
  state text not null check (state in ('offered', 'accepted', 'done', 'declined', 'cancelled', 'void')),
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  effective_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references users,
  check (from_user <> to_user),
  constraint ownership_handovers_check1 check ((accepted_at is null) = (effective_at is null)),
  constraint ownership_handovers_check2 check (state not in ('accepted', 'done') or accepted_at is not null),
  constraint ownership_handovers_check3 check ((state in ('offered', 'accepted')) = (ended_at is null))
);
comment on table ownership_handovers is 'Ownership of an account passing from one person to another.';
comment on column ownership_handovers.offered_at is 'Offered.';
comment on column ownership_handovers.expires_at is 'The offer lapses.';
comment on column ownership_handovers.accepted_at is 'Accepted.';
comment on column ownership_handovers.effective_at is 'When it takes effect, after the cooling-off time.';
comment on column ownership_handovers.ended_at is 'Done or stopped.';
create index ownership_handovers_due on ownership_handovers (effective_at) where state = 'accepted';
create unique index ownership_handovers_one on ownership_handovers (account_id) where state in ('offered', 'accepted');

create table owner_exits (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  how text not null check (how in ('removed', 'disabled', 'changed')),
  access jsonb,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  effective_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'stopped', 'void')),
  ended_at timestamptz,
  ended_by uuid references users,
  foreign key (account_id, user_id) references memberships,
  check ((how = 'removed') = (access is null)),
  constraint owner_exits_check1 check ((state = 'waiting') = (ended_at is null)),
  constraint owner_exits_check2 check (user_id <> asked_by)
);
comment on table owner_exits is 'Owners who leave or are removed, with a time to object.';
comment on column owner_exits.asked_at is 'When it was asked for.';
comment on column owner_exits.effective_at is 'When it takes effect.';
comment on column owner_exits.ended_at is 'When it was done or stopped.';
create index owner_exits_due on owner_exits (effective_at) where state = 'waiting';
create unique index owner_exits_one on owner_exits (account_id, user_id) where state = 'waiting';

-- Shared tills and their PINs.

create table tills (
  id uuid primary key,
  account_id uuid not null references accounts,
  merchant_id uuid not null references merchants,
  name text not null check (length(name) >= 1 and length(name) <= 40),
  opened_by uuid references users,
  opened_at timestamptz not null,
  code_hash bytea,
  code_expires_at timestamptz not null,
  device_hash bytea,
  entered_at timestamptz,
  guesses smallint not null default 0 check (guesses >= 0 and guesses <= 5),
  last_used_at timestamptz,
  last_used_by uuid references users on delete set null,
  closed_at timestamptz,
  closed_why text check (closed_why in ('person', 'device', 'pins')),
  check ((device_hash is null) = (entered_at is null)),
  constraint tills_check1 check (code_hash is null or device_hash is null),
  constraint tills_check2 check ((closed_at is null) = (closed_why is null))
);
comment on table tills is 'Shared devices of a shop.';
comment on column tills.opened_at is 'Set up.';
comment on column tills.code_expires_at is 'The code that connects the device is void after it.';
comment on column tills.entered_at is 'Device connected.';
comment on column tills.last_used_at is 'Last sign-in by PIN.';
comment on column tills.closed_at is 'Closed.';
create index tills_by_account on tills (account_id, opened_at desc);
create unique index tills_code on tills (code_hash) where code_hash is not null;
create unique index tills_device on tills (device_hash) where device_hash is not null;

create table till_pins (
  till_id uuid not null references tills on delete cascade,
  user_id uuid not null references users on delete cascade,
  pin_hash text not null,
  set_at timestamptz not null,
  primary key (till_id, user_id)
);
comment on table till_pins is 'Hashes of PINs on a shared till.';
comment on column till_pins.set_at is 'When it was set.';
create index till_pins_by_user on till_pins (user_id);

create table till_guesses (
  user_id uuid primary key references users on delete cascade,
  guesses smallint not null check (guesses >= 0 and guesses <= 5),
  since timestamptz not null,
  unseen smallint not null default 0 check (unseen >= 0)
);
comment on table till_guesses is 'Wrong PINs of a person, for the lock after five.';
comment on column till_guesses.since is 'First of them.';

alter table sessions add foreign key (till_id) references tills(id);

-- Bank accounts that merchants are paid to.

create table bank_accounts (
  id uuid primary key,
  account_id uuid not null references accounts,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  holder_name text not null,
  created_at timestamptz not null,
  merchant_id uuid references merchants,
  state text not null default 'active' check (state in ('unconfirmed', 'pending_review', 'cooling', 'active', 'replaced', 'rejected', 'cancelled', 'frozen')),
  is_default bool not null default false,
  holder_document text,
  upload_id uuid references uploads,
  previous_id uuid references bank_accounts,
  requested_by uuid references users,
  user_agent text not null default '',
  new_device bool not null default false,
  needs_second_owner bool not null default false,
  confirmed_at timestamptz,
  reviewed_at timestamptz,
  second_owner_id uuid references users,
  second_owner_at timestamptz,
  rejection_reason text,
  approved_at timestamptz,
  effective_from timestamptz,
  ended_at timestamptz,
  session_id uuid,
  paused_until timestamptz,
  constraint bank_accounts_agreed check (requested_by is null or state not in ('cooling', 'active', 'replaced') or confirmed_at is not null and reviewed_at is not null and effective_from is not null and (second_owner_id is not null or not needs_second_owner)),
  constraint bank_accounts_asked check (requested_by is null or merchant_id is not null and upload_id is not null),
  constraint bank_accounts_confirmed check (state not in ('pending_review', 'cooling') or confirmed_at is not null),
  constraint bank_accounts_cool check (effective_from is null or approved_at is not null and effective_from >= (approved_at + interval '72 hours')),
  constraint bank_accounts_paused check (paused_until is null or state = 'frozen' and paused_until > ended_at),
  constraint bank_accounts_two_people check (second_owner_id is null or second_owner_id <> requested_by)
);
comment on table bank_accounts is 'Bank accounts that a company is paid to, and the steps of a change: asked, confirmed, reviewed, cooling off, active.';
comment on column bank_accounts.created_at is 'When it was created.';
comment on column bank_accounts.confirmed_at is 'When the person who asked confirmed it by e-mail.';
comment on column bank_accounts.reviewed_at is 'The provider''s decision.';
comment on column bank_accounts.second_owner_at is 'When a second owner agreed, where one is needed.';
comment on column bank_accounts.approved_at is 'Start of the cooling-off time.';
comment on column bank_accounts.effective_from is 'Payouts go there from here on; at least 72 hours after approval.';
comment on column bank_accounts.ended_at is 'When it was cancelled, rejected or replaced.';
comment on column bank_accounts.paused_until is 'Credentials changed: nothing about it can be confirmed before.';
create index bank_accounts_by_account on bank_accounts (account_id, created_at desc);
create index bank_accounts_by_iban on bank_accounts (iban);
create index bank_accounts_cooling on bank_accounts (effective_from) where state = 'cooling';
create unique index bank_accounts_one_change on bank_accounts (merchant_id) where state in ('unconfirmed', 'pending_review', 'cooling');
create unique index bank_accounts_one_default on bank_accounts (account_id) where is_default and state = 'active';
create index bank_accounts_pausing on bank_accounts (account_id, paused_until) where paused_until is not null;
create index bank_accounts_in_review on bank_accounts (confirmed_at) where state = 'pending_review' and reviewed_at is null;
create index bank_accounts_unconfirmed on bank_accounts (created_at) where state = 'unconfirmed';

create function keep_bank_account_steps() returns trigger language plpgsql as $$
begin
  if old.requested_by is not null and (new.iban, new.holder_name, new.merchant_id, new.requested_by, new.upload_id, new.account_id)
    is distinct from (old.iban, old.holder_name, old.merchant_id, old.requested_by, old.upload_id, old.account_id) then
    raise exception 'a bank account that was asked for is not rewritten' using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('unconfirmed', 'pending_review'), ('unconfirmed', 'cancelled'), ('pending_review', 'cooling'),
    ('pending_review', 'rejected'), ('pending_review', 'cancelled'), ('pending_review', 'frozen'), ('cooling', 'active'), ('cooling', 'rejected'),
    ('cooling', 'cancelled'), ('cooling', 'frozen'), ('active', 'replaced')) then
    raise exception 'a bank account does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function keep_paid_account() returns trigger language plpgsql as $$
begin
  if not exists (select from bank_accounts b where b.id = new.bank_account_id and b.state = 'active' and b.account_id = new.account_id) then
    raise exception 'a shop is paid to an active account of its own company' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger keep_paid_account before insert or update of bank_account_id on merchants
  for each row when (new.bank_account_id is not null) execute function keep_paid_account();
create trigger keep_bank_account_steps before update on bank_accounts for each row execute function keep_bank_account_steps();

alter table merchants add foreign key (bank_account_id) references bank_accounts(id);

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

-- API keys of the shops and their settings.

create table api_keys (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  kind text not null check (kind in ('public', 'private')),
  public_key text,
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  created_by uuid references users,
  revoked_at timestamptz,
  revoked_by uuid references users,
  last_used_at timestamptz,
  last_used_from text,
  last_used_client text,
  last_used_plugin text,
  refund_limit_cents bigint check (refund_limit_cents > 0),
  refund_day_limit_cents bigint check (refund_day_limit_cents > 0),
  primary key (merchant_id, mode, id),
  check ((kind = 'public') = (public_key is not null))
);
comment on table api_keys is 'A shop''s API keys, without their secrets.';
comment on column api_keys.created_at is 'When it was created.';
comment on column api_keys.revoked_at is 'When it was revoked.';
comment on column api_keys.last_used_at is 'Last accepted call, to the minute.';
comment on column api_keys.refund_limit_cents is 'Most that one refund by this key may give back; null: no limit.';
comment on column api_keys.refund_day_limit_cents is 'Most that this key may give back in a day of Madrid; null: no limit.';
select isolate_tenants('api_keys');

create table api_key_lookups (
  key_hash bytea primary key check (length(key_hash) = 32),
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null unique,
  kind text not null check (kind in ('public', 'private')),
  ends_at timestamptz,
  told_at timestamptz,
  forgotten_at timestamptz,
  rights text[] not null default array['sell', 'refund', 'capture', 'campaigns', 'settlements'] check (rights <@ array['sell', 'refund', 'capture', 'campaigns', 'settlements'])
);
comment on table api_key_lookups is 'Finds a key by the hash of its secret before any tenant is known; holds no secret.';
comment on column api_key_lookups.ends_at is 'From here on the key is refused: revoked, or replaced and past its overlap.';
comment on column api_key_lookups.told_at is 'When people were warned of the end.';
comment on column api_key_lookups.forgotten_at is 'When an ended key was removed from the lists.';
create index api_key_lookups_ending on api_key_lookups (ends_at) where ends_at is not null and told_at is null;
create index api_key_lookups_to_forget on api_key_lookups (ends_at) where ends_at is not null and forgotten_at is null and kind = 'private';
create unique index api_key_lookups_without_end on api_key_lookups (merchant_id, mode, kind) where ends_at is null;

create table key_origins (
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  origin text collate "C" not null check (length(origin) <= 2000),
  primary key (merchant_id, mode, key_id, origin),
  foreign key (merchant_id, mode, key_id) references api_keys(merchant_id, mode, id) on delete cascade
);
comment on table key_origins is 'Web origins from which a public key may call.';
select isolate_tenants('key_origins');

create table sealed_keys (
  merchant_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  sealed bytea not null,
  primary key (merchant_id, mode, key_id),
  foreign key (merchant_id, mode, key_id) references api_keys(merchant_id, mode, id) on delete cascade
);
comment on table sealed_keys is 'Secrets of sandbox keys, sealed, so that they can be shown again.';
select isolate_tenants('sealed_keys');

create table cart_limits (
  merchant_id uuid not null references merchants,
  mode mode not null,
  min_cents bigint check (min_cents > 0),
  max_cents bigint,
  changed_at timestamptz not null,
  changed_by uuid references users,
  revision int not null default 1,
  primary key (merchant_id, mode),
  check (max_cents >= coalesce(min_cents, 1))
);
comment on table cart_limits is 'Which carts a shop offers instalments for.';
comment on column cart_limits.min_cents is 'Least cart, included; null: the product''s.';
comment on column cart_limits.max_cents is 'Largest cart, included; null: the product''s.';
comment on column cart_limits.changed_at is 'Last change.';
select isolate_tenants('cart_limits');

-- The widget's appearance: drafts and published versions.

create table widget_drafts (
  merchant_id uuid not null references merchants,
  mode mode not null,
  view text not null check (view in ('product', 'cart')),
  preferences jsonb,
  revision int not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references users,
  primary key (merchant_id, mode, view)
);
comment on table widget_drafts is 'A widget''s appearance that is being edited.';
comment on column widget_drafts.changed_at is 'Last change.';
select isolate_tenants('widget_drafts');

create table widget_versions (
  merchant_id uuid not null references merchants,
  mode mode not null,
  view text not null check (view in ('product', 'cart')),
  number int not null check (number > 0),
  preferences jsonb not null,
  restored_from int,
  published_at timestamptz not null,
  published_by uuid references users,
  primary key (merchant_id, mode, view, number)
);
comment on table widget_versions is 'Published versions of a widget''s appearance.';
comment on column widget_versions.published_at is 'When.';
select isolate_tenants('widget_versions');

-- Notifications, their channels and what each user chose.

create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts,
  merchant_id uuid references merchants,
  type text not null,
  level text not null check (level in ('info', 'success', 'warning', 'error')),
  values jsonb not null default '[]'::jsonb,
  action_url text,
  roles text[] not null,
  created_at timestamptz not null default now(),
  user_id uuid references users on delete cascade,
  mode mode
);
comment on table notifications is 'What people of an account are told.';
comment on column notifications.created_at is 'When it was created.';
create index notifications_by_account on notifications (account_id, created_at desc, id desc);
create index notifications_by_age on notifications (created_at);

create table notification_reads (
  notification_id uuid not null references notifications on delete cascade,
  user_id uuid not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (notification_id, user_id)
);
comment on table notification_reads is 'Which notifications a person has read.';
comment on column notification_reads.read_at is 'When.';

create table notification_choices (
  user_id uuid not null references users on delete cascade,
  type text not null check (length(type) <= 60),
  panel bool not null,
  email bool not null,
  push bool,
  primary key (user_id, type)
);
comment on table notification_choices is 'Per kind of notification, whether a person wants it in the panel, by e-mail and on the phone.';

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  digest bool not null default true,
  quiet_from smallint check (quiet_from >= 0 and quiet_from <= 23),
  quiet_to smallint check (quiet_to >= 0 and quiet_to <= 23),
  check ((quiet_from is null) = (quiet_to is null))
);
comment on table notification_settings is 'A person''s daily digest and quiet hours.';

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  device_hash bytea not null unique,
  endpoint text not null unique check (length(endpoint) <= 1024),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null
);
comment on table push_subscriptions is 'Browsers that receive pushes, of a session.';
comment on column push_subscriptions.created_at is 'When it was created.';
create index push_subscriptions_by_session on push_subscriptions (session_id);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);

-- The task list: assignees, snoozes and digests.

create table task_assignees (
  merchant_id uuid not null references merchants,
  mode mode not null,
  item_key text not null check (length(item_key) <= 80),
  user_id uuid not null references users on delete cascade,
  given_by uuid references users on delete set null,
  given_at timestamptz not null,
  primary key (merchant_id, mode, item_key)
);
comment on table task_assignees is 'Who took on a task of the inbox.';
comment on column task_assignees.given_at is 'When.';
select isolate_tenants('task_assignees');

create table task_snoozes (
  merchant_id uuid not null references merchants,
  mode mode not null,
  user_id uuid not null references users on delete cascade,
  item_key text not null check (length(item_key) <= 80),
  until timestamptz not null,
  primary key (merchant_id, mode, user_id, item_key)
);
comment on table task_snoozes is 'Tasks that somebody put off.';
comment on column task_snoozes.until is 'Shown again from here on.';
select isolate_tenants('task_snoozes');

create table task_checks (
  merchant_id uuid not null references merchants,
  mode mode not null,
  item_key text not null check (length(item_key) <= 80),
  user_id uuid references users on delete set null,
  checked_at timestamptz not null,
  primary key (merchant_id, mode, item_key)
);
comment on table task_checks is 'Tasks that somebody marked as looked at.';
comment on column task_checks.checked_at is 'When.';
create index task_checks_by_time on task_checks (merchant_id, mode, checked_at);
select isolate_tenants('task_checks');

-- Operations: purchases paid in instalments, their cart, plan and history.

create table operations (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  mid text collate "C" check (length(mid) <= 64),
  category text not null generated always as (
    case
      when substatus in ('payment_process', 'payment_completed', 'payment_suspended') then 'accepted'
      when substatus in ('pending_merchant', 'pending_customer') then 'in_process'
      when (substatus = 'rejected') then 'rejected'
      else 'stopped'
    end
  ) stored,
  substatus text not null check (substatus in ('payment_process', 'payment_completed', 'payment_suspended', 'pending_merchant', 'pending_customer', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')),
  status_reason text,
  suspension_reason text,
  channel text not null check (channel in ('online', 'in_store', 'phone')),
  product text not null check (product in ('instalments', 'pay_in_4', 'pay_later')),
  capture_mode text not null check (capture_mode in ('automatic', 'manual')),
  currency text not null default 'EUR' check (currency = 'EUR'),
  total_cents bigint not null check (total_cents > 0),
  voided_cents bigint not null default 0,
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  held_cents bigint not null default 0,
  downpayment_cents bigint not null default 0,
  opening_fee_cents bigint not null default 0,
  num_instalments int not null check (num_instalments >= 1 and num_instalments <= 60),
  tin_bps int not null,
  tae_bps int not null,
  paid_instalments int not null default 0,
  next_due_on date,
  next_due_cents bigint,
  fee_bps int not null,
  fee_fixed_cents bigint not null,
  vat_bps int not null,
  reference_tin_bps int not null,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  net_cents bigint,
  settlement_status text not null default 'none' check (settlement_status in ('none', 'pending', 'settled', 'reversed')),
  settlement_reference text,
  first_name text not null,
  last_name text not null,
  email text collate "C" not null,
  phone text,
  document_number text,
  search_text text not null,
  duplicate_of uuid,
  created_by uuid references users,
  created_at timestamptz not null,
  verified_at timestamptz,
  confirmed_at timestamptz,
  expires_at timestamptz,
  confirm_by timestamptz,
  capture_by timestamptz,
  last_captured_at timestamptz,
  ended_at timestamptz,
  collect_at timestamptz,
  campaign_id uuid,
  waiting_months smallint not null default 0 check (waiting_months >= 0 and waiting_months <= 3),
  campaign_promised_cents bigint not null default 0 check (campaign_promised_cents >= 0),
  concluded_at timestamptz,
  customer_hidden_at timestamptz,
  primary key (merchant_id, mode, id),
  check (voided_cents >= 0 and voided_cents <= total_cents),
  constraint operations_check1 check (captured_cents >= 0 and captured_cents <= total_cents - voided_cents),
  constraint operations_check2 check (refunded_cents >= 0 and refunded_cents <= captured_cents),
  constraint operations_check3 check (held_cents >= 0 and held_cents <= refunded_cents),
  constraint operations_hidden check (customer_hidden_at is null or first_name = '' and last_name = '' and email = '' and phone is null and document_number is null)
) with (fillfactor = 85);
comment on table operations is 'Purchases paid in instalments: state, amounts, terms and the customer.';
comment on column operations.total_cents is 'Price of the order.';
comment on column operations.voided_cents is 'Of it taken back before capture.';
comment on column operations.captured_cents is 'Of it captured.';
comment on column operations.refunded_cents is 'Of the captured given back, held refunds included.';
comment on column operations.held_cents is 'Of the refunded still held: it can be undone.';
comment on column operations.downpayment_cents is 'Part paid at once by the customer.';
comment on column operations.opening_fee_cents is 'The customer''s opening fee.';
comment on column operations.tin_bps is 'The customer''s yearly rate, in hundredths of a percent.';
comment on column operations.tae_bps is 'Annual percentage rate with all costs.';
comment on column operations.next_due_on is 'Day of the next instalment.';
comment on column operations.next_due_cents is 'Amount of the next instalment.';
comment on column operations.fee_bps is 'The merchant''s variable fee at confirmation.';
comment on column operations.fee_fixed_cents is 'The merchant''s fixed fee at confirmation, VAT excluded.';
comment on column operations.vat_bps is 'VAT rate on the fee at confirmation.';
comment on column operations.reference_tin_bps is 'The yearly rate without the shop''s subsidy.';
comment on column operations.fee_cents is 'Fee charged so far, VAT excluded, less what went back with refunds.';
comment on column operations.vat_cents is 'VAT on that fee.';
comment on column operations.subsidy_cents is 'Paid so far by the shop for the customer''s lower rate, less what went back.';
comment on column operations.net_cents is 'What the merchant gets: captured less refunds, fee, VAT and subsidy; null before capture.';
comment on column operations.created_at is 'When it was opened.';
comment on column operations.verified_at is 'Identity proved.';
comment on column operations.confirmed_at is 'Confirmed by the shop.';
comment on column operations.expires_at is 'The link is void after it.';
comment on column operations.confirm_by is 'The shop must confirm before it.';
comment on column operations.capture_by is 'The shop must capture before it.';
comment on column operations.last_captured_at is 'Last capture.';
comment on column operations.ended_at is 'When it ended without being paid off.';
comment on column operations.collect_at is 'Next attempt to collect after a declined one.';
comment on column operations.campaign_promised_cents is 'Subsidy reserved in the campaign''s budget.';
comment on column operations.concluded_at is 'Paid off or ended: retention counts from here.';
comment on column operations.customer_hidden_at is 'When the customer''s data was removed.';
alter table operations alter column merchant_id set (n_distinct = 3);
create index operations_by_campaign on operations (merchant_id, mode, campaign_id, created_at) where campaign_id is not null;
create index operations_by_category on operations (merchant_id, mode, category, created_at desc, id desc);
create index operations_by_created on operations (merchant_id, mode, created_at desc, id desc) include (channel, product, total_cents);
create index operations_by_document on operations (merchant_id, mode, document_number) where document_number is not null;
create index operations_by_email on operations (merchant_id, mode, email);
create index operations_by_mid on operations (merchant_id, mode, mid);
create index operations_by_phone on operations (merchant_id, mode, phone) where phone is not null;
create index operations_by_product on operations (merchant_id, mode, product, total_cents, created_at desc, id desc) include (channel, substatus, category);
create index operations_by_substatus on operations (merchant_id, mode, substatus, created_at desc, id desc) include (channel, product, total_cents);
create index operations_by_total on operations (merchant_id, mode, total_cents, created_at desc, id desc);
create index operations_to_hide on operations (merchant_id, mode, coalesce(concluded_at, created_at)) where customer_hidden_at is null and substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected');
select isolate_tenants('operations');

create table operation_events (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  seq int not null,
  at timestamptz not null,
  event text not null,
  actor text not null check (actor in ('customer', 'merchant', 'provider', 'system')),
  user_id uuid references users,
  channel text,
  from_substatus text,
  to_substatus text,
  reason text,
  amount_cents bigint,
  given_reason text,
  comment text,
  primary key (merchant_id, mode, operation_id, seq),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table operation_events is 'An operation''s history; only added to.';
comment on column operation_events.at is 'When, by the shop clock.';
comment on column operation_events.amount_cents is 'Amount of the step; null: none.';
alter table operation_events alter column merchant_id set (n_distinct = 3);
create index operation_events_by_time on operation_events (merchant_id, mode, at desc) include (operation_id) where event not in ('instalment_collected', 'instalment_declined');
create index operation_events_ending_work on operation_events (merchant_id, mode, at) where event in ('captured', 'capture_expired', 'confirmed', 'confirmed_for_capture', 'merchant_rejected', 'confirmation_expired', 'credit_accepted', 'offline_cancelled');
select isolate_tenants('operation_events');

create table operation_counters (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  substatus text not null,
  slot smallint not null,
  operations int not null,
  primary key (merchant_id, mode, day, substatus, slot)
);
comment on table operation_counters is 'Number of operations per merchant, day and status; the slots spread writers over rows.';
comment on column operation_counters.day is 'Day of Madrid on which they were created.';
select isolate_tenants('operation_counters');

create table operation_trigrams (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  created_at timestamptz not null,
  grams int[] not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table operation_trigrams is 'Hashed trigrams of names and numbers, by which a search finds operations.';
comment on column operation_trigrams.created_at is 'The operation''s.';
alter table operation_trigrams alter column merchant_id set (n_distinct = 3);
create index operation_trigrams_inverted on operation_trigrams using gin (grams) with (fastupdate = off);

create table operation_lookups (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  created_at timestamptz not null,
  substatus text not null,
  total_cents bigint not null,
  keys bigint[] not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table operation_lookups is 'Every operation once more, for the provider''s search across shops: written with the operation, kept with its status, and without a word of its customer.';
comment on column operation_lookups.created_at is 'The operation''s.';
comment on column operation_lookups.total_cents is 'Amount of the order.';
comment on column operation_lookups.keys is 'Hashes by which it is found exactly: of its order numbers, and under a key of the installation of the customer''s e-mail, phone, document and words of the name.';
alter table operation_lookups alter column merchant_id set (n_distinct = 3);
create index operation_lookups_by_id on operation_lookups (operation_id);
create index operation_lookups_newest on operation_lookups (mode, substatus, created_at desc, operation_id desc);
create index operation_lookups_of_shop on operation_lookups (merchant_id, mode, substatus, created_at desc, operation_id desc);
create index operation_lookups_by_amount on operation_lookups (mode, total_cents, created_at desc);
create index operation_lookups_by_key on operation_lookups using gin (keys) with (fastupdate = off);

create table search_renewals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (merchant_id, mode)
);
comment on table search_renewals is 'How far the trigrams of a merchant were written anew.';

create table carts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  articles jsonb not null,
  shipping jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table carts is 'What was bought: articles and delivery.';
alter table carts alter column merchant_id set (n_distinct = 3);
select isolate_tenants('carts');

create table instalments (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  number int not null,
  due_on date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  original_cents bigint not null,
  principal_cents bigint not null check (principal_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  state text not null check (state in ('pending', 'paid', 'overdue', 'cancelled', 'refunded')),
  paid_at timestamptz,
  primary key (merchant_id, mode, operation_id, number),
  check (amount_cents = principal_cents + interest_cents),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table instalments is 'An operation''s plan.';
comment on column instalments.due_on is 'Day on which it is collected.';
comment on column instalments.amount_cents is 'Owed: principal and interest, after refunds.';
comment on column instalments.original_cents is 'Owed when the plan was made.';
comment on column instalments.principal_cents is 'Of it principal.';
comment on column instalments.interest_cents is 'Of it interest.';
comment on column instalments.paid_at is 'When it was collected.';
alter table instalments alter column merchant_id set (n_distinct = 3);
create index instalments_overdue on instalments (merchant_id, mode, due_on) where state = 'overdue';
select isolate_tenants('instalments');

create table captures (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  refunded_cents bigint not null default 0,
  captured_at timestamptz not null,
  captured_by uuid references users,
  primary key (merchant_id, mode, id),
  check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table captures is 'Captured amounts of an operation.';
comment on column captures.amount_cents is 'Captured.';
comment on column captures.refunded_cents is 'Of it given back, held refunds included.';
comment on column captures.captured_at is 'When.';
alter table captures alter column merchant_id set (n_distinct = 3);
create index captures_by_operation on captures (merchant_id, mode, operation_id, captured_at);
select isolate_tenants('captures');

create table voids (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  voided_at timestamptz not null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table voids is 'Amounts taken back before capture.';
comment on column voids.amount_cents is 'Taken back.';
comment on column voids.voided_at is 'When.';
alter table voids alter column merchant_id set (n_distinct = 3);
create index voids_by_operation on voids (merchant_id, mode, operation_id, voided_at);
select isolate_tenants('voids');

create table deadlines (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release', 'campaign_start', 'campaign_ending', 'campaign_end', 'campaign_report', 'refund_request', 'decision', 'card_answer')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
comment on table deadlines is 'What falls due by the clock: links, confirmations, captures, instalments, refunds to be released, campaigns, requests, decisions, cards without an answer.';
comment on column deadlines.due_at is 'When.';
alter table deadlines alter column merchant_id set (n_distinct = 3);
create index deadlines_due on deadlines (due_at);
create index deadlines_of_shop on deadlines (merchant_id, mode, due_at) where kind in ('capture', 'refund_release');

create table operation_visits (
  merchant_id uuid not null references merchants,
  mode mode not null,
  user_id uuid not null references users on delete cascade,
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (merchant_id, mode, user_id),
  check (last_at >= since)
);
comment on table operation_visits is 'A person''s last look at the list, for what is new since.';
comment on column operation_visits.since is 'Changes after it are shown as new.';
comment on column operation_visits.last_at is 'Last look.';
create index operation_visits_by_user on operation_visits (user_id);
select isolate_tenants('operation_visits');

create function campaign_cost(category text, total_cents bigint, captured_cents bigint, voided_cents bigint, promised_cents bigint, subsidy_cents bigint) returns bigint immutable language sql as $$
  select case
    when category = 'in_process' or (category = 'accepted' and captured_cents + voided_cents < total_cents) then greatest(promised_cents, subsidy_cents)
    else subsidy_cents end
$$;

-- Notes about operations, and saved views of the list.

create table operation_notes (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  text text not null check (length(text) >= 1 and length(text) <= 1000),
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table operation_notes is 'Notes that a shop''s people leave each other.';
comment on column operation_notes.created_at is 'When it was created.';
alter table operation_notes alter column merchant_id set (n_distinct = 3);
create index operation_notes_by_operation on operation_notes (merchant_id, mode, operation_id, created_at);
select isolate_tenants('operation_notes');

create table note_mentions (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  note_id uuid not null,
  operation_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, note_id, user_id),
  foreign key (merchant_id, mode, note_id) references operation_notes(merchant_id, mode, id) on delete cascade
);
comment on table note_mentions is 'Who is mentioned in a note.';
comment on column note_mentions.created_at is 'When it was created.';
create index note_mentions_by_person on note_mentions (merchant_id, mode, user_id, created_at);
select isolate_tenants('note_mentions');

create table operation_views (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  user_id uuid references users on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  name_key text not null,
  filters jsonb not null check (jsonb_typeof(filters) = 'array'),
  default_for text[] not null default '{}',
  watched_since timestamptz,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check (user_id is null or default_for = '{}' and watched_since is null)
);
comment on table operation_views is 'Saved filters of the list, of a person or of the shop.';
comment on column operation_views.watched_since is 'Its owner is told of new operations in it since then; null: not watched.';
comment on column operation_views.created_at is 'When it was created.';
create unique index operation_views_by_name on operation_views (merchant_id, mode, user_id, name_key) nulls not distinct;
select isolate_tenants('operation_views');

-- Refunds and requests for them.

create table refunds (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  kind text not null check (kind in ('refund', 'cancel')),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('held', 'completed', 'undone')),
  release_at timestamptz,
  reason text,
  comment text,
  merchant_reference text,
  credit_to_customer_cents bigint not null default 0,
  fee_back_cents bigint not null default 0,
  vat_back_cents bigint not null default 0,
  subsidy_back_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  completed_at timestamptz,
  charged_to uuid references users,
  key_id uuid,
  primary key (merchant_id, mode, id),
  check (state <> 'held' or release_at is not null),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table refunds is 'Money given back; held until it can no longer be undone.';
comment on column refunds.amount_cents is 'Given back to the customer.';
comment on column refunds.release_at is 'Held until then: it can be undone.';
comment on column refunds.credit_to_customer_cents is 'Part beyond what the customer still owed, to be paid out.';
comment on column refunds.fee_back_cents is 'Fee given back to the merchant, VAT excluded.';
comment on column refunds.vat_back_cents is 'VAT on that fee.';
comment on column refunds.subsidy_back_cents is 'Subsidy given back to the merchant.';
comment on column refunds.created_at is 'When it was created.';
comment on column refunds.completed_at is 'When it became final.';
alter table refunds alter column merchant_id set (n_distinct = 3);
create index refunds_by_operation on refunds (merchant_id, mode, operation_id, created_at);
create index refunds_by_time on refunds (merchant_id, mode, created_at, id);
select isolate_tenants('refunds');

create table refund_captures (
  merchant_id uuid not null,
  mode mode not null,
  refund_id uuid not null,
  capture_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (merchant_id, mode, refund_id, capture_id),
  foreign key (merchant_id, mode, capture_id) references captures(merchant_id, mode, id),
  foreign key (merchant_id, mode, refund_id) references refunds(merchant_id, mode, id)
);
comment on table refund_captures is 'Which captures a refund takes from.';
comment on column refund_captures.amount_cents is 'Taken from this capture.';
alter table refund_captures alter column merchant_id set (n_distinct = 3);
select isolate_tenants('refund_captures');

create table refund_requests (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  comment text,
  merchant_reference text,
  capture_id uuid,
  state text not null default 'pending' check (state in ('pending', 'approved', 'declined', 'withdrawn')),
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  refund_id uuid,
  lapse_told_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((state = 'pending') = (decided_at is null)),
  constraint refund_requests_check1 check ((state = 'approved') = (refund_id is not null)),
  constraint refund_requests_check2 check (state <> 'approved' or decided_by <> asked_by),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table refund_requests is 'Refunds beyond somebody''s limit, for another to approve.';
comment on column refund_requests.amount_cents is 'To be given back.';
comment on column refund_requests.asked_at is 'When it was asked for.';
comment on column refund_requests.expires_at is 'Undecided requests lapse here.';
comment on column refund_requests.decided_at is 'When it was decided.';
comment on column refund_requests.lapse_told_at is 'When people were told that it lapsed.';
alter table refund_requests alter column merchant_id set (n_distinct = 3);
create index refund_requests_by_operation on refund_requests (merchant_id, mode, operation_id, asked_at desc);
create unique index refund_requests_one on refund_requests (merchant_id, mode, operation_id, asked_by) where state = 'pending';
select isolate_tenants('refund_requests');

create table refund_spendings (
  user_id uuid not null,
  account_id uuid not null,
  mode mode not null,
  on_day date not null,
  refund_id uuid not null,
  spent_cents bigint not null,
  primary key (user_id, account_id, mode, on_day, refund_id)
);
comment on table refund_spendings is 'What each person gave back in a day, for their daily limit.';
comment on column refund_spendings.on_day is 'Day of Madrid.';
comment on column refund_spendings.spent_cents is 'Given back.';

-- The checkout: its steps, links and messages to the customer.

create table checkouts (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  submit_type text not null check (submit_type in ('user', 'vendors', 'online')),
  progress text not null default 'created' check (progress in ('created', 'sent', 'opened', 'consent_confirmed', 'in_checkout')),
  version int not null default 1,
  channels text[] not null default '{}',
  notes text,
  fixed_product text,
  fixed_instalments int,
  product text,
  num_instalments int,
  consents_given_at timestamptz,
  codes_sent int not null default 0,
  code_sent_at timestamptz,
  code_attempts int not null default 0,
  consent_confirmed_at timestamptz,
  device_hash bytea,
  birthday date,
  address jsonb,
  identified_at timestamptz,
  decided_at timestamptz,
  challenge_attempts int not null default 0,
  challenge_passed_at timestamptz,
  bank_linked_at timestamptz,
  decision_wait text check (decision_wait in ('engine', 'later', 'review')),
  decision_until timestamptz,
  reviewed_at timestamptz,
  opened_at timestamptz,
  resend_count int not null default 0,
  link_sent_at timestamptz,
  another_link_asked_at timestamptz,
  replaced_by uuid,
  created_by uuid references users,
  created_at timestamptz not null,
  phone_corrections int not null default 0 check (phone_corrections >= 0 and phone_corrections <= 2),
  language text,
  fixed_campaign uuid,
  opener_hash bytea,
  card_setup jsonb,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table checkouts is 'The customer''s way through a sale: what was said and proved at each step.';
comment on column checkouts.consents_given_at is 'Consents accepted.';
comment on column checkouts.code_sent_at is 'Last code sent.';
comment on column checkouts.consent_confirmed_at is 'Code entered correctly.';
comment on column checkouts.card_setup is 'The card provider''s page on which the customer is giving a card: our id, the provider''s reference, the address.';
comment on column checkouts.birthday is 'The customer''s.';
comment on column checkouts.identified_at is 'Identity data complete.';
comment on column checkouts.decided_at is 'A decision first let the customer go on.';
comment on column checkouts.challenge_passed_at is 'Identity check passed.';
comment on column checkouts.bank_linked_at is 'Bank account linked.';
comment on column checkouts.decision_wait is 'For whose decision the customer waits; null: for none.';
comment on column checkouts.decision_until is 'Who waits is decided by the fallback from here on.';
comment on column checkouts.reviewed_at is 'A person of the provider accepted it.';
comment on column checkouts.opened_at is 'Link first opened.';
comment on column checkouts.link_sent_at is 'Link last sent.';
comment on column checkouts.another_link_asked_at is 'The customer asked for another link.';
comment on column checkouts.created_at is 'When it was created.';
alter table checkouts alter column merchant_id set (n_distinct = 3);
create index checkouts_by_created on checkouts (merchant_id, mode, created_at desc);
select isolate_tenants('checkouts');

create table checkout_links (
  checkout_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  generation int not null default 1
);
comment on table checkout_links is 'Finds the merchant of a checkout before any tenant is known; the generation makes earlier links void.';

create table deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  checkout_id uuid,
  channel text not null check (channel in ('sms', 'email')),
  purpose text not null,
  credit_id uuid,
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'not_sent')),
  problem text check (problem in ('rejected', 'unreachable', 'sandbox')),
  generation int not null,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (merchant_id, mode, id),
  constraint deliveries_purpose_check check (case
    when (purpose = 'refund') then (checkout_id is null)
    when (purpose in ('credit_account', 'credit_paid')) then (checkout_id is null and credit_id is not null)
    else ((purpose in ('link', 'code', 'outcome', 'authenticate', 'other_card')) and (checkout_id is not null))
end),
  foreign key (merchant_id, mode, checkout_id) references checkouts(merchant_id, mode, id)
);
comment on table deliveries is 'Messages to customers: link, code, outcome, refund, an instalment that only they can get paid; of a credit, that an account is needed and that it was paid.';
comment on column deliveries.created_at is 'When it was created.';
comment on column deliveries.done_at is 'When it was sent or given up.';
alter table deliveries alter column merchant_id set (n_distinct = 3);
create index deliveries_by_checkout on deliveries (merchant_id, mode, checkout_id, created_at desc);
create index deliveries_by_credit on deliveries (merchant_id, mode, credit_id) where credit_id is not null;
select isolate_tenants('deliveries');

create table payment_methods (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  provider text not null,
  token text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expires_on date,
  refused_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table payment_methods is 'The card on file of an operation, by the card provider''s token.';
comment on column payment_methods.refused_at is 'When its bank said that it must not be charged again without its customer; a card that replaces it, or news of it, starts anew.';
comment on column payment_methods.expires_on is 'The last day of its validity, where the provider says it.';
comment on column payment_methods.created_at is 'When it was created.';
alter table payment_methods alter column merchant_id set (n_distinct = 3);
select isolate_tenants('payment_methods');

create table charges (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  instalment int,
  attempt int not null default 1,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'authorised', 'captured', 'declined', 'released')),
  provider_reference text,
  waits_for text check (waits_for in ('customer', 'provider')),
  return_url text,
  action_url text,
  decline_code text,
  created_at timestamptz not null,
  refunded_cents bigint not null default 0,
  primary key (merchant_id, mode, id),
  constraint charges_refunded check (refunded_cents <= amount_cents and refunded_cents >= 0),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id),
  check (waits_for is null or state in ('asked', 'authorised'))
);
comment on table charges is 'Amounts asked of a customer''s card: down payment or an instalment, one row an attempt.';
comment on column charges.amount_cents is 'Asked.';
comment on column charges.waits_for is 'Whose answer is missing: the customer''s to their bank, or the card provider''s; null: nobody''s.';
comment on column charges.return_url is 'Where the customer''s browser returns from their bank; null: the customer was not present.';
comment on column charges.action_url is 'Where the customer authenticates the payment.';
comment on column charges.decline_code is 'The card provider''s word for why it was declined.';
comment on column charges.refunded_cents is 'Given back to the card, or being given back.';
comment on column charges.created_at is 'When it was created.';
alter table charges alter column merchant_id set (n_distinct = 3);
create unique index charges_asked on charges (merchant_id, mode, operation_id) where state = 'asked';
create unique index charges_once on charges (merchant_id, mode, operation_id, coalesce(instalment, 0), attempt);
select isolate_tenants('charges');

create table partner_notifications (
  provider text not null,
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamptz not null,
  due_at timestamptz,
  attempts int not null default 0,
  problem text,
  primary key (provider, id)
);
comment on table partner_notifications is 'Signed notifications of the card provider, each once: ids alone, what they are about is read from the provider.';
comment on column partner_notifications.received_at is 'When it arrived first.';
comment on column partner_notifications.due_at is 'When it is read; null: done, or with a problem given up.';
create index partner_notifications_due on partner_notifications (due_at) where due_at is not null;
create index partner_notifications_received on partner_notifications (received_at);

create table simulated_card_records (
  id uuid primary key,
  reference text not null,
  state text not null check (state in ('waiting', 'approved', 'refused', 'ended')),
  amount_cents bigint not null,
  charge_reference text,
  return_url text,
  created_at timestamptz not null default now()
);
comment on table simulated_card_records is 'What the simulated card provider remembers: payments that its customer or itself has not answered, and refunds.';
comment on column simulated_card_records.amount_cents is 'Of the payment or the refund.';
comment on column simulated_card_records.created_at is 'When it was created.';
create index simulated_card_records_of_charge on simulated_card_records (charge_reference) where charge_reference is not null;
create index simulated_card_records_by_reference on simulated_card_records (reference);

create table bank_consents (
  id uuid primary key,
  account_id uuid not null references accounts,
  mode mode not null,
  document_hash bytea not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'expired', 'failed')),
  error_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  merchant_id uuid references merchants,
  spare_cents bigint,
  tries int not null default 0,
  sends int not null default 0,
  sent_at timestamptz
);
comment on table bank_consents is 'A customer''s consent to read their bank account, and the one figure that was read: the month''s surplus.';
comment on column bank_consents.amount_cents is 'Amount of the purchase that asked for it.';
comment on column bank_consents.created_at is 'When it was created.';
comment on column bank_consents.expires_at is 'Consent and figure are void after it.';
comment on column bank_consents.decided_at is 'When the bank answered.';
comment on column bank_consents.spare_cents is 'The month''s surplus; deleted after a day.';
comment on column bank_consents.sent_at is 'When the link to the bank was last sent.';
create index bank_consents_by_document on bank_consents (account_id, mode, document_hash, created_at desc);
create index bank_consents_by_expiry on bank_consents (expires_at);
create index bank_consents_with_sums on bank_consents (expires_at) where spare_cents is not null;

create table sms_sends (
  subject bytea not null,
  sent_at timestamptz not null
);
comment on table sms_sends is 'SMS sent to a hashed number, for the limit of a day.';
comment on column sms_sends.sent_at is 'When.';
create index sms_sends_by_subject on sms_sends (subject, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);

-- What is owed to customers, and how it is paid.

create table customer_credits (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  under_way_cents bigint not null default 0 check (under_way_cents >= 0),
  state text not null default 'refunding' check (state in ('refunding', 'needs_account', 'transferring', 'paid')),
  created_at timestamptz not null,
  asked_at timestamptz,
  paid_at timestamptz,
  primary key (merchant_id, mode, id),
  constraint customer_credits_once check (paid_cents + under_way_cents <= amount_cents),
  check ((state = 'paid') = (paid_cents = amount_cents)),
  check ((state = 'paid') = (paid_at is not null)),
  foreign key (merchant_id, mode, id) references refunds(merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table customer_credits is 'What a refund gives back beyond what the customer still owed, until it is paid. Has the id of its refund.';
comment on column customer_credits.amount_cents is 'Owed to the customer.';
comment on column customer_credits.paid_cents is 'Refunded by cards, transferred or settled by hand.';
comment on column customer_credits.under_way_cents is 'Asked of a card or of the bank, without a final answer.';
comment on column customer_credits.created_at is 'When the refund went out.';
comment on column customer_credits.asked_at is 'When the customer was last asked for an account, because cards do not take it.';
comment on column customer_credits.paid_at is 'When the last of it was paid.';
alter table customer_credits alter column merchant_id set (n_distinct = 3);
create index customer_credits_by_operation on customer_credits (merchant_id, mode, operation_id);
select isolate_tenants('customer_credits');

create table credit_payments (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  credit_id uuid not null,
  kind text not null check (kind in ('card', 'transfer', 'manual')),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'pending', 'succeeded', 'declined')),
  charge_id uuid,
  retry_at timestamptz,
  reference text,
  iban text,
  holder_name text,
  reason text,
  staff_id uuid,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((kind = 'card') = (charge_id is not null)),
  check (kind <> 'transfer' or mode = 'live' and iban is not null and holder_name is not null and reference is not null),
  check ((kind = 'manual') = (staff_id is not null)),
  check ((state in ('succeeded', 'declined')) = (done_at is not null)),
  check (retry_at is null or kind = 'card' and state = 'declined'),
  foreign key (merchant_id, mode, credit_id) references customer_credits(merchant_id, mode, id),
  foreign key (merchant_id, mode, charge_id) references charges(merchant_id, mode, id)
);
comment on table credit_payments is 'Attempts to pay a credit: one row for each time that a card, the bank or a person of the provider was asked. The id is the partner''s idempotency key.';
comment on column credit_payments.amount_cents is 'Of this attempt.';
comment on column credit_payments.retry_at is 'The card declined for now: it is asked again from here on, by another attempt. Null: it does not take it.';
comment on column credit_payments.reference is 'The partner''s of a card''s refund; ours of a transfer, by which the bank knows it.';
comment on column credit_payments.iban is 'The account that the customer gave.';
comment on column credit_payments.reason is 'Why it was declined or returned; of a payment by hand, what the provider''s staff wrote.';
comment on column credit_payments.staff_id is 'Who of the provider settled it by hand.';
comment on column credit_payments.created_at is 'When it was asked for the first time.';
comment on column credit_payments.done_at is 'When it was paid, declined or returned.';
alter table credit_payments alter column merchant_id set (n_distinct = 3);
create index credit_payments_by_credit on credit_payments (merchant_id, mode, credit_id, created_at);
create index credit_payments_by_charge on credit_payments (merchant_id, mode, charge_id) where charge_id is not null;
select isolate_tenants('credit_payments');

create table credit_queue (
  credit_id uuid primary key,
  merchant_id uuid not null references merchants,
  mode mode not null,
  operation_id uuid not null,
  amount_cents bigint not null,
  left_cents bigint not null,
  state text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  task_at timestamptz not null,
  task_since timestamptz,
  reminders int not null default 0,
  link_generation int not null default 0
);
comment on table credit_queue is 'Credits that are paid, and that were paid lately: what workers do next, the link of the customer, and what the provider''s staff reads across shops. Written in the transaction of each change of customer_credits.';
comment on column credit_queue.operation_id is 'Of the refund.';
comment on column credit_queue.amount_cents is 'Owed to the customer.';
comment on column credit_queue.left_cents is 'Not paid yet.';
comment on column credit_queue.state is 'As in customer_credits.';
comment on column credit_queue.created_at is 'When the refund went out.';
comment on column credit_queue.due_at is 'When there is something to do; while somebody works on it, the end of their lease. Null: nothing. When it is paid, the row is deleted then.';
comment on column credit_queue.task_at is 'From here on the provider''s staff must look at it, unless it is under way.';
comment on column credit_queue.task_since is 'Since when the provider''s staff must look at it; null: they need not.';
comment on column credit_queue.reminders is 'How often the customer was reminded to give an account.';
comment on column credit_queue.link_generation is 'Of the customer''s link that works; 0: none was made. The next one, or an account given by it, makes it void.';
create index credit_queue_due on credit_queue (due_at) where due_at is not null;
create index credit_queue_by_time on credit_queue (created_at desc, credit_id desc);
create index credit_queue_tasks on credit_queue (task_since) where task_since is not null;

create table credit_transfer_queue (
  merchant_id uuid not null,
  payment_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
comment on table credit_transfer_queue is 'Transfers to customers that wait for the bank''s answer, or that it may still return.';
comment on column credit_transfer_queue.ask_at is 'Ask the bank again at this instant.';
create index credit_transfer_queue_due on credit_transfer_queue (ask_at);

-- Credit decisions: what each was taken from, those that wait, and the provider's thresholds.

create table decision_rules (
  version int generated always as identity primary key,
  effective_at timestamptz not null,
  bank_link_from_cents bigint not null check (bank_link_from_cents > 0),
  max_recent_requests int not null check (max_recent_requests > 0),
  max_live_plans int not null check (max_live_plans > 0),
  max_owed_cents bigint not null check (max_owed_cents >= 0),
  min_age_years int not null check (min_age_years >= 18),
  review_from_cents bigint check (review_from_cents > 0),
  reason text not null,
  created_at timestamptz not null,
  created_by uuid not null
);
comment on table decision_rules is 'The provider''s thresholds for the rules of decisions, as dated versions: the last one whose time has come is in force. None: those of the source.';
comment on column decision_rules.effective_at is 'In force from here on.';
comment on column decision_rules.bank_link_from_cents is 'The customer''s bank is asked from this amount.';
comment on column decision_rules.max_owed_cents is 'Limit of the debt of somebody with several plans, this request included.';
comment on column decision_rules.review_from_cents is 'A person decides from this amount.';
comment on column decision_rules.created_at is 'When it was created.';
comment on column decision_rules.created_by is 'The member of staff.';
create index decision_rules_by_time on decision_rules (effective_at desc, version desc);

create table decisions (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  checkout_id uuid not null,
  asked_at timestamptz not null,
  engine text not null check (engine in ('rules', 'external', 'fallback')),
  version text not null,
  rule text,
  outcome text check (outcome in ('accept', 'refuse', 'challenge', 'bank_link', 'review', 'later')),
  facts jsonb not null,
  facts_hash bytea not null,
  request text,
  until timestamptz,
  verdict text check (verdict in ('accept', 'refuse', 'challenge', 'bank_link', 'review')),
  verdict_rule text,
  verdict_by text check (verdict_by in ('staff', 'external', 'fallback')),
  verdict_staff_id uuid,
  verdict_reason text,
  verdict_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((verdict is null) = (verdict_at is null) and (verdict is null) = (verdict_by is null)),
  check ((verdict_by = 'staff') = (verdict_staff_id is not null)),
  foreign key (merchant_id, mode, checkout_id) references checkouts(merchant_id, mode, id)
);
comment on table decisions is 'Each decision on a sale: by which engine and rule, from which facts, and the verdict of those that waited.';
comment on column decisions.asked_at is 'When it was asked for.';
comment on column decisions.version is 'Of the engine: the number of the thresholds (0: those of the source), or what the external engine says.';
comment on column decisions.outcome is 'Null while the external engine is being asked.';
comment on column decisions.facts is 'What the rules decide from: names nobody, holds no figure of a bank. Amounts in cents.';
comment on column decisions.facts_hash is 'HMAC of what the engine was given: the facts, or the request.';
comment on column decisions.request is 'What the external engine is sent, byte for byte; only until it has answered.';
comment on column decisions.until is 'Who waits is decided by the fallback from here on.';
comment on column decisions.verdict is 'What a decision that waited ended with.';
comment on column decisions.verdict_at is 'When.';
alter table decisions alter column merchant_id set (n_distinct = 3);
create index decisions_by_checkout on decisions (merchant_id, mode, checkout_id, asked_at desc);
create index decisions_by_time on decisions (merchant_id, mode, asked_at desc);
select isolate_tenants('decisions');

create table decision_queue (
  decision_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  attempts int not null default 0,
  ask_at timestamptz not null
);
comment on table decision_queue is 'Decisions that the external engine is to be asked for.';
comment on column decision_queue.ask_at is 'The next attempt.';
create index decision_queue_due on decision_queue (ask_at);

create table manual_decisions (
  decision_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  checkout_id uuid not null,
  operation_id uuid not null,
  kind text not null check (kind in ('review', 'later')),
  rule text not null,
  amount_cents bigint not null check (amount_cents > 0),
  product text not null,
  since timestamptz not null,
  until timestamptz not null,
  closed_at timestamptz,
  verdict text check (verdict in ('accept', 'refuse', 'challenge', 'bank_link', 'review')),
  closed_by uuid,
  check (verdict is null or closed_at is not null)
);
comment on table manual_decisions is 'Decisions that wait for a member of staff or for the external engine, for the provider''s queue across shops: written with the decision, closed with its verdict or with the end of the sale.';
comment on column manual_decisions.kind is 'review: a person decides; later: the external engine said that it answers later.';
comment on column manual_decisions.amount_cents is 'Of the sale.';
comment on column manual_decisions.since is 'Waits from here on.';
comment on column manual_decisions.until is 'Who waits is decided by the fallback from here on.';
comment on column manual_decisions.closed_at is 'When it was decided, or the sale ended without it.';
comment on column manual_decisions.closed_by is 'The member of staff, if one decided.';
create index manual_decisions_open on manual_decisions (until) where closed_at is null;
create index manual_decisions_of_operation on manual_decisions (merchant_id, mode, operation_id) where closed_at is null;

-- Orders that shops make through the API.

create table shop_orders (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  key_id uuid not null,
  tax_rate_bps int not null default 0 check (tax_rate_bps >= 0),
  discount_cents bigint not null default 0,
  discount_rate_bps int not null default 0 check (discount_rate_bps >= 0),
  difference_cents bigint not null default 0,
  extra_minutes int not null default 2880 check (extra_minutes >= 0 and extra_minutes <= 2880),
  success_url text,
  pending_url text,
  ko_url text,
  error_url text,
  dismiss_url text,
  close_on_success bool not null default false,
  customer jsonb not null default '{}'::jsonb,
  billing jsonb,
  shipping jsonb,
  event_on date,
  meta jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table shop_orders is 'What a shop''s program said of an order: discounts, addresses, where to return to.';
comment on column shop_orders.tax_rate_bps is 'Tax rate in hundredths of a percent.';
comment on column shop_orders.discount_cents is 'Discount on the order.';
comment on column shop_orders.discount_rate_bps is 'Discount in hundredths of a percent.';
comment on column shop_orders.difference_cents is 'Total less the sum of the articles.';
comment on column shop_orders.event_on is 'Day of the event that was bought.';
alter table shop_orders alter column merchant_id set (n_distinct = 3);
select isolate_tenants('shop_orders');

create table earlier_mids (
  merchant_id uuid not null,
  mode mode not null,
  mid text collate "C" not null check (length(mid) <= 64),
  operation_id uuid not null,
  replaced_at timestamptz not null,
  primary key (merchant_id, mode, mid, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table earlier_mids is 'Order numbers that an operation had before the shop changed them.';
comment on column earlier_mids.replaced_at is 'When it was replaced.';
select isolate_tenants('earlier_mids');

-- Callbacks: what shops are told about their orders.

create table callbacks (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  kind text not null check (kind in ('confirmation', 'ipn')),
  url text not null check (length(url) <= 2000),
  acknowledged text,
  telling text,
  telling_since timestamptz,
  given_up_at timestamptz,
  came_at timestamptz not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table callbacks is 'An order''s callback address and what the shop has acknowledged.';
comment on column callbacks.telling_since is 'First attempt to tell the present state.';
comment on column callbacks.given_up_at is 'When the attempts ended without an answer.';
comment on column callbacks.came_at is 'When the order came through the API, by the wall clock.';
alter table callbacks alter column merchant_id set (n_distinct = 3);
select isolate_tenants('callbacks');

create table callback_attempts (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  told text not null,
  status int,
  failure text,
  ms int not null,
  answer text check (length(answer) <= 1024),
  primary key (merchant_id, mode, operation_id, id),
  foreign key (merchant_id, mode, operation_id) references callbacks(merchant_id, mode, operation_id)
);
comment on table callback_attempts is 'Attempts to tell a shop''s server an order''s state.';
comment on column callback_attempts.at is 'When it was sent.';
comment on column callback_attempts.ms is 'Until the answer, in milliseconds.';
alter table callback_attempts alter column merchant_id set (n_distinct = 3);
create index callback_attempts_by_time on callback_attempts (merchant_id, mode, at);
select isolate_tenants('callback_attempts');

create table callback_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
comment on table callback_sweeps is 'Shops whose old attempts are to be deleted.';
comment on column callback_sweeps.due_at is 'Next deletion.';
create index callback_sweeps_due on callback_sweeps (due_at);

create table shop_first_responses (
  merchant_id uuid not null references merchants,
  mode mode not null,
  at timestamptz not null,
  primary key (merchant_id, mode)
);
comment on table shop_first_responses is 'When a shop''s server first answered a callback or webhook, which outlives the log.';
comment on column shop_first_responses.at is 'When.';
select isolate_tenants('shop_first_responses');

-- The sandbox: its clock and the tests that a shop makes.

create table sandbox_clocks (
  merchant_id uuid primary key references merchants,
  ahead_ms bigint not null check (ahead_ms > 0),
  moved_at timestamptz not null,
  moved_by uuid references users
);
comment on table sandbox_clocks is 'How far each merchant moved the time of its sandbox.';
comment on column sandbox_clocks.ahead_ms is 'Milliseconds ahead of the wall clock.';
comment on column sandbox_clocks.moved_at is 'Last move, by the wall clock.';

create table stuck_trials (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  since timestamptz not null,
  primary key (merchant_id, mode)
);
comment on table stuck_trials is 'Sandboxes whose first test came to a halt.';
comment on column stuck_trials.since is 'When it halted.';
select isolate_tenants('stuck_trials');

create table trial_checks (
  merchant_id uuid primary key references merchants,
  due_at timestamptz not null default '-infinity'
);
comment on table trial_checks is 'Merchants whose sandbox is to be looked at for halted tests.';
comment on column trial_checks.due_at is 'Next look.';
create index trial_checks_due on trial_checks (due_at);

-- Campaigns and their articles.

create table campaigns (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  name text not null,
  slug text not null,
  scope text not null default 'bulk' check (scope in ('bulk', 'single')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'active', 'paused', 'finished')),
  starts_at timestamptz,
  ends_at timestamptz,
  interest_bps int check (interest_bps >= 0 and interest_bps <= 10000),
  num_instalments int[] not null default '{}',
  min_order_cents bigint check (min_order_cents > 0),
  max_order_cents bigint check (max_order_cents > 0),
  waiting_months smallint not null default 0 check (waiting_months >= 0 and waiting_months <= 3),
  channels text[] not null default '{online,in_store,phone}' check (channels <@ array['online', 'in_store', 'phone']),
  audience_id uuid,
  revision int not null default 1,
  ending_told_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users,
  changed_at timestamptz not null,
  changed_by uuid references users,
  budget_cents bigint check (budget_cents > 0),
  budget_spent_at timestamptz,
  report_told_at timestamptz,
  primary key (merchant_id, mode, id),
  check (status = 'draft' or name <> '' and starts_at is not null and interest_bps is not null and num_instalments <> '{}' and channels <> '{}')
);
comment on table campaigns is 'Cheaper instalments that the shop pays for, for a time, a cart, articles or an audience.';
comment on column campaigns.starts_at is 'First instant of the campaign.';
comment on column campaigns.ends_at is 'First instant after it; null: open.';
comment on column campaigns.interest_bps is 'The customer''s yearly rate, in hundredths of a percent.';
comment on column campaigns.min_order_cents is 'Least cart, included.';
comment on column campaigns.max_order_cents is 'Largest cart, included.';
comment on column campaigns.ending_told_at is 'When people were told that it ends soon.';
comment on column campaigns.created_at is 'When it was created.';
comment on column campaigns.changed_at is 'Last change by a person, of the program''s clock.';
comment on column campaigns.budget_cents is 'Most subsidy, VAT excluded, that it may cost; null: no limit.';
comment on column campaigns.budget_spent_at is 'When the budget was spent and it was paused.';
comment on column campaigns.report_told_at is 'When people were told that its report is ready.';
create index campaigns_by_audience on campaigns (merchant_id, mode, audience_id) where audience_id is not null;
create index campaigns_running on campaigns (merchant_id, mode, starts_at) where status in ('scheduled', 'active');
select isolate_tenants('campaigns');

create table campaign_articles (
  merchant_id uuid not null,
  mode mode not null,
  campaign_id uuid not null,
  article_id text not null,
  name text not null,
  url text,
  description text,
  image_url text,
  id_key text not null,
  name_key text not null,
  added_at timestamptz not null,
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, campaign_id, article_id),
  foreign key (merchant_id, mode, campaign_id) references campaigns(merchant_id, mode, id) on delete cascade
);
comment on table campaign_articles is 'Articles to which a campaign is limited.';
comment on column campaign_articles.added_at is 'When it was added.';
select isolate_tenants('campaign_articles');

alter table operations add constraint operations_campaign foreign key (merchant_id, mode, campaign_id) references campaigns(merchant_id, mode, id);

-- Audiences of customers.

create table audiences (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  source text not null check (source in ('csv', 'operations_filter')),
  identifier_type text not null check (identifier_type in ('email', 'phone', 'document')),
  basis text not null check (basis in ('consent', 'legitimate_interest', 'contract')),
  basis_note text not null default '',
  filters jsonb,
  file_rows int,
  file_duplicates int,
  file_invalid int,
  size int not null default 0 check (size >= 0),
  matched int,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed', 'erased')),
  problem text check (problem in ('failed', 'too_many')),
  progress smallint not null default 0 check (progress >= 0 and progress <= 100),
  run int not null default 0,
  key_mark bytea not null,
  created_at timestamptz not null,
  created_by uuid references users,
  filled_at timestamptz not null,
  erased_at timestamptz,
  erased_by uuid references users,
  erased_size int,
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check (matched >= 0 and matched <= size),
  constraint audiences_check1 check ((source = 'operations_filter') = (filters is not null)),
  constraint audiences_check2 check ((source = 'csv') = ((file_rows is not null) and (file_duplicates is not null) and (file_invalid is not null))),
  constraint audiences_check3 check ((status = 'failed') = (problem is not null)),
  constraint audiences_check4 check ((status = 'erased') = ((erased_at is not null) and (erased_size is not null))),
  constraint audiences_check5 check (status <> 'ready' or matched is not null),
  constraint audiences_check6 check (status <> 'erased' or size = 0)
);
comment on table audiences is 'Groups of customers, known by hashes, to whom a campaign is limited.';
comment on column audiences.created_at is 'When it was created.';
comment on column audiences.filled_at is 'When its members were last computed.';
comment on column audiences.erased_at is 'When its members were deleted; the receipt stays.';
create index audiences_by_created on audiences (merchant_id, mode, created_at desc, id desc);
create unique index audiences_by_name on audiences (merchant_id, mode, name_key) where status <> 'erased';
select isolate_tenants('audiences');

create table audience_members (
  merchant_id uuid not null,
  mode mode not null,
  audience_id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  added_at timestamptz not null,
  primary key (merchant_id, mode, audience_id, hash),
  foreign key (merchant_id, mode, audience_id) references audiences(merchant_id, mode, id) on delete cascade
);
comment on table audience_members is 'Hashes of an audience''s customers; never their addresses.';
comment on column audience_members.added_at is 'When the hash was added.';
select isolate_tenants('audience_members');

create table audience_queue (
  merchant_id uuid not null,
  mode mode not null,
  audience_id uuid not null,
  due_at timestamptz not null,
  primary key (merchant_id, mode, audience_id)
);
comment on table audience_queue is 'Audiences that wait to be filled again.';
comment on column audience_queue.due_at is 'Not before this instant.';
create index audience_queue_by_time on audience_queue (due_at);

alter table campaigns add constraint campaigns_audience foreign key (merchant_id, mode, audience_id) references audiences(merchant_id, mode, id);

-- Figures by day, which the verbs that change operations keep: docs/decisions/0040-daily-aggregates.md. Without row-level security, since the provider reads them
-- across merchants: they hold numbers and ids, and every statement of a shop binds merchant and mode.

create table daily_requests (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  channel text not null,
  slot smallint not null,
  created int not null default 0,
  created_cents bigint not null default 0,
  opened int not null default 0,
  opened_cents bigint not null default 0,
  consented int not null default 0,
  consented_cents bigint not null default 0,
  identified int not null default 0,
  identified_cents bigint not null default 0,
  decided int not null default 0,
  decided_cents bigint not null default 0,
  accepted int not null default 0,
  accepted_cents bigint not null default 0,
  link_expired int not null default 0,
  link_expired_cents bigint not null default 0,
  dismissed int not null default 0,
  dismissed_cents bigint not null default 0,
  refused int not null default 0,
  refused_cents bigint not null default 0,
  stopped int not null default 0,
  stopped_cents bigint not null default 0,
  unconfirmed int not null default 0,
  unconfirmed_cents bigint not null default 0,
  uncaptured int not null default 0,
  uncaptured_cents bigint not null default 0,
  duplicated int not null default 0,
  duplicated_cents bigint not null default 0,
  primary key (merchant_id, mode, day, channel, slot)
) with (fillfactor = 70);
comment on table daily_requests is 'Steps and ends of requests for credit by day of Madrid, with the price of the operations; the slots spread writers over rows, and those of past days are folded into slot 0.';
comment on column daily_requests.day is 'On which it happened.';
comment on column daily_requests.created is 'Opened by the shop.';
comment on column daily_requests.opened is 'The customer opened the link.';
comment on column daily_requests.consented is 'The customer entered the code.';
comment on column daily_requests.identified is 'The customer said who they are.';
comment on column daily_requests.decided is 'The first decision that let the customer go on.';
comment on column daily_requests.accepted is 'Signed.';
comment on column daily_requests.stopped is 'Cancelled by the shop before it captured.';
comment on column daily_requests.created_cents is 'Price of those.';
comment on column daily_requests.opened_cents is 'Price of those.';
comment on column daily_requests.consented_cents is 'Price of those.';
comment on column daily_requests.identified_cents is 'Price of those.';
comment on column daily_requests.decided_cents is 'Price of those.';
comment on column daily_requests.accepted_cents is 'Price of those.';
comment on column daily_requests.link_expired_cents is 'Price of those.';
comment on column daily_requests.dismissed_cents is 'Price of those.';
comment on column daily_requests.refused_cents is 'Price of those.';
comment on column daily_requests.stopped_cents is 'Price of those.';
comment on column daily_requests.unconfirmed_cents is 'Price of those.';
comment on column daily_requests.uncaptured_cents is 'Price of those.';
comment on column daily_requests.duplicated_cents is 'Price of those.';
create index daily_requests_of_all on daily_requests (day) where mode = 'live';
create index daily_requests_unfolded on daily_requests (day) where slot <> 0;

create table daily_sales (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  channel text not null,
  product text not null,
  campaign_id uuid not null,
  slot smallint not null,
  sold int not null default 0,
  sold_cents bigint not null default 0,
  captured int not null default 0,
  captured_cents bigint not null default 0,
  refunded int not null default 0,
  refunded_cents bigint not null default 0,
  cancelled int not null default 0,
  cancelled_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  primary key (merchant_id, mode, day, channel, product, campaign_id, slot)
) with (fillfactor = 70);
comment on table daily_sales is 'Sales and what went back by day of Madrid; slots as in daily_requests.';
comment on column daily_sales.day is 'On which it happened.';
comment on column daily_sales.campaign_id is 'Zeros: none.';
comment on column daily_sales.sold is 'First captures.';
comment on column daily_sales.sold_cents is 'Price of those operations.';
comment on column daily_sales.captured is 'Captures.';
comment on column daily_sales.captured_cents is 'Captured.';
comment on column daily_sales.refunded is 'Refunds that went out.';
comment on column daily_sales.refunded_cents is 'Given back by them.';
comment on column daily_sales.cancelled is 'Cancellations after capture that went out.';
comment on column daily_sales.cancelled_cents is 'Given back by them.';
comment on column daily_sales.fee_cents is 'Charged to the merchant, VAT excluded, less what went back.';
comment on column daily_sales.vat_cents is 'VAT on it.';
comment on column daily_sales.subsidy_cents is 'Subsidies, less what went back.';
create index daily_sales_of_all on daily_sales (day) where mode = 'live';
create index daily_sales_unfolded on daily_sales (day) where slot <> 0;

create table daily_buyers (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  channel text not null,
  slot smallint not null,
  relation_new int not null default 0,
  relation_new_cents bigint not null default 0,
  relation_30 int not null default 0,
  relation_30_cents bigint not null default 0,
  relation_180 int not null default 0,
  relation_180_cents bigint not null default 0,
  relation_365 int not null default 0,
  relation_365_cents bigint not null default 0,
  relation_older int not null default 0,
  relation_older_cents bigint not null default 0,
  amount_50 int not null default 0,
  amount_50_cents bigint not null default 0,
  amount_100 int not null default 0,
  amount_100_cents bigint not null default 0,
  amount_200 int not null default 0,
  amount_200_cents bigint not null default 0,
  amount_400 int not null default 0,
  amount_400_cents bigint not null default 0,
  amount_800 int not null default 0,
  amount_800_cents bigint not null default 0,
  amount_1500 int not null default 0,
  amount_1500_cents bigint not null default 0,
  amount_more int not null default 0,
  amount_more_cents bigint not null default 0,
  hour_0 int not null default 0,
  hour_0_cents bigint not null default 0,
  hour_1 int not null default 0,
  hour_1_cents bigint not null default 0,
  hour_2 int not null default 0,
  hour_2_cents bigint not null default 0,
  hour_3 int not null default 0,
  hour_3_cents bigint not null default 0,
  hour_4 int not null default 0,
  hour_4_cents bigint not null default 0,
  hour_5 int not null default 0,
  hour_5_cents bigint not null default 0,
  hour_6 int not null default 0,
  hour_6_cents bigint not null default 0,
  hour_7 int not null default 0,
  hour_7_cents bigint not null default 0,
  hour_8 int not null default 0,
  hour_8_cents bigint not null default 0,
  hour_9 int not null default 0,
  hour_9_cents bigint not null default 0,
  hour_10 int not null default 0,
  hour_10_cents bigint not null default 0,
  hour_11 int not null default 0,
  hour_11_cents bigint not null default 0,
  hour_12 int not null default 0,
  hour_12_cents bigint not null default 0,
  hour_13 int not null default 0,
  hour_13_cents bigint not null default 0,
  hour_14 int not null default 0,
  hour_14_cents bigint not null default 0,
  hour_15 int not null default 0,
  hour_15_cents bigint not null default 0,
  hour_16 int not null default 0,
  hour_16_cents bigint not null default 0,
  hour_17 int not null default 0,
  hour_17_cents bigint not null default 0,
  hour_18 int not null default 0,
  hour_18_cents bigint not null default 0,
  hour_19 int not null default 0,
  hour_19_cents bigint not null default 0,
  hour_20 int not null default 0,
  hour_20_cents bigint not null default 0,
  hour_21 int not null default 0,
  hour_21_cents bigint not null default 0,
  hour_22 int not null default 0,
  hour_22_cents bigint not null default 0,
  hour_23 int not null default 0,
  hour_23_cents bigint not null default 0,
  primary key (merchant_id, mode, day, channel, slot)
) with (fillfactor = 70);
comment on table daily_buyers is 'Sales by the customer''s relation to the shop (new, or days since their first sale), by amount (up to so many euros) and by hour of Madrid, by day of the first capture; slots as in daily_requests.';
comment on column daily_buyers.day is 'Of the sale.';
comment on column daily_buyers.relation_new_cents is 'Price of those.';
comment on column daily_buyers.relation_30_cents is 'Price of those.';
comment on column daily_buyers.relation_180_cents is 'Price of those.';
comment on column daily_buyers.relation_365_cents is 'Price of those.';
comment on column daily_buyers.relation_older_cents is 'Price of those.';
comment on column daily_buyers.amount_50_cents is 'Price of those.';
comment on column daily_buyers.amount_100_cents is 'Price of those.';
comment on column daily_buyers.amount_200_cents is 'Price of those.';
comment on column daily_buyers.amount_400_cents is 'Price of those.';
comment on column daily_buyers.amount_800_cents is 'Price of those.';
comment on column daily_buyers.amount_1500_cents is 'Price of those.';
comment on column daily_buyers.amount_more_cents is 'Price of those.';
comment on column daily_buyers.hour_0_cents is 'Price of those.';
comment on column daily_buyers.hour_1_cents is 'Price of those.';
comment on column daily_buyers.hour_2_cents is 'Price of those.';
comment on column daily_buyers.hour_3_cents is 'Price of those.';
comment on column daily_buyers.hour_4_cents is 'Price of those.';
comment on column daily_buyers.hour_5_cents is 'Price of those.';
comment on column daily_buyers.hour_6_cents is 'Price of those.';
comment on column daily_buyers.hour_7_cents is 'Price of those.';
comment on column daily_buyers.hour_8_cents is 'Price of those.';
comment on column daily_buyers.hour_9_cents is 'Price of those.';
comment on column daily_buyers.hour_10_cents is 'Price of those.';
comment on column daily_buyers.hour_11_cents is 'Price of those.';
comment on column daily_buyers.hour_12_cents is 'Price of those.';
comment on column daily_buyers.hour_13_cents is 'Price of those.';
comment on column daily_buyers.hour_14_cents is 'Price of those.';
comment on column daily_buyers.hour_15_cents is 'Price of those.';
comment on column daily_buyers.hour_16_cents is 'Price of those.';
comment on column daily_buyers.hour_17_cents is 'Price of those.';
comment on column daily_buyers.hour_18_cents is 'Price of those.';
comment on column daily_buyers.hour_19_cents is 'Price of those.';
comment on column daily_buyers.hour_20_cents is 'Price of those.';
comment on column daily_buyers.hour_21_cents is 'Price of those.';
comment on column daily_buyers.hour_22_cents is 'Price of those.';
comment on column daily_buyers.hour_23_cents is 'Price of those.';
create index daily_buyers_unfolded on daily_buyers (day) where slot <> 0;

create table daily_counts (
  merchant_id uuid not null,
  mode mode not null,
  kind text not null check (kind in ('instalments', 'seller', 'refund_reason', 'refund_age', 'refunder', 'decision')),
  day date not null,
  value text not null,
  channel text not null,
  slot smallint not null,
  many int not null default 0,
  cents bigint not null default 0,
  primary key (merchant_id, mode, kind, day, value, channel, slot)
) with (fillfactor = 70);
comment on table daily_counts is 'Sales, refunds and decisions by one property each and by day of Madrid; slots as in daily_requests.';
comment on column daily_counts.kind is 'The property: of sales their instalments and who opened them; of refunds their reason, days since the sale and who made them; of decisions rule and outcome.';
comment on column daily_counts.day is 'On which it happened.';
comment on column daily_counts.value is 'A code, a number, the id of a person, or empty.';
comment on column daily_counts.cents is 'Price of the sales, given back by the refunds, price of the sales decided on.';
create index daily_counts_of_all on daily_counts (kind, day) where mode = 'live' and kind in ('refund_reason', 'refund_age', 'decision');
create index daily_counts_unfolded on daily_counts (day) where slot <> 0;

create table daily_arrears (
  merchant_id uuid not null,
  day date not null,
  age text not null check (age in ('1_30', '31_60', '61_90', '91')),
  operations int not null,
  cents bigint not null,
  primary key (day, merchant_id, age)
);
comment on table daily_arrears is 'What was overdue in live mode when it was counted, once a day, by days since the oldest unpaid instalment fell due.';
comment on column daily_arrears.day is 'Day of Madrid on which it was counted.';
comment on column daily_arrears.cents is 'Past due.';

create table arrears_counts (
  day date primary key,
  counted_at timestamptz not null
);
comment on table arrears_counts is 'The days on which arrears were counted.';
comment on column arrears_counts.day is 'Day of Madrid.';
comment on column arrears_counts.counted_at is 'When.';

-- The ledger: double-entry journals that are only appended.

create table ledger_journals (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  kind text not null check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout', 'fee_minimum', 'repayment', 'vat_rounding', 'credit_payment')),
  operation_id uuid,
  currency text not null default 'EUR' check (currency = 'EUR'),
  at timestamptz not null,
  primary key (merchant_id, mode, id)
);
comment on table ledger_journals is 'Journals of the double-entry ledger, append-only; the lines of each sum to zero.';
comment on column ledger_journals.at is 'When it was booked, by the shop clock.';
alter table ledger_journals alter column merchant_id set (n_distinct = 3);
create index ledger_journals_by_operation on ledger_journals (merchant_id, mode, operation_id);
create index ledger_journals_by_time on ledger_journals (merchant_id, mode, at);
select isolate_tenants('ledger_journals');

create table ledger_lines (
  merchant_id uuid not null,
  mode mode not null,
  journal_id uuid not null,
  account text not null check (account in ('consumer_receivable', 'consumer_credit', 'partner_clearing', 'merchant_payable', 'fee_income', 'vat_payable', 'subsidy_income', 'interest_income', 'cash')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (merchant_id, mode, journal_id, account),
  foreign key (merchant_id, mode, journal_id) references ledger_journals(merchant_id, mode, id)
);
comment on table ledger_lines is 'Lines of the journals: one account and a signed amount, debit positive.';
comment on column ledger_lines.amount_cents is 'Debit positive, credit negative.';
alter table ledger_lines alter column merchant_id set (n_distinct = 3);
select isolate_tenants('ledger_lines');

create function assert_journal_balances() returns trigger language plpgsql as $$
declare total bigint; parts integer;
begin
  select coalesce(sum(l.amount_cents), 0), count(*) into total, parts from ledger_lines l
  where l.merchant_id = new.merchant_id and l.mode = new.mode and l.journal_id = new.id;
  if total <> 0 or parts < 2 then
    raise exception 'journal does not balance: % cents over % lines', total, parts using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function assert_lines_balance() returns trigger language plpgsql as $$
declare off record;
begin
  select coalesce(sum(l.amount_cents), 0) as total, count(l.journal_id) as parts into off
  from (select distinct n.merchant_id, n.mode, n.journal_id from added n) j
    left join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.journal_id
  group by j.merchant_id, j.mode, j.journal_id having coalesce(sum(l.amount_cents), 0) <> 0 or count(l.journal_id) < 2 limit 1;
  if found then
    raise exception 'journal does not balance: % cents over % lines', off.total, off.parts using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger journal_balances after insert on ledger_journals deferrable initially deferred
  for each row execute function assert_journal_balances();
create trigger journals_append_only before delete or update or truncate on ledger_journals
  for each statement execute function refuse_change();
create trigger lines_append_only before delete or update or truncate on ledger_lines
  for each statement execute function refuse_change();
create trigger lines_balance after insert on ledger_lines
  referencing new table as added for each statement execute function assert_lines_balance();

-- Settlements with merchants, and their claims.

-- For the references of settlements: LIQ-<year>-<number>.
create sequence settlement_numbers;

create table settlements (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  reference text not null,
  value_on date not null,
  net_cents bigint not null,
  period_from date not null,
  period_to date not null,
  cut_off_at timestamptz not null,
  status text not null default 'closed' check (status in ('closed', 'paid', 'compensated', 'returned')),
  opening_cents bigint not null default 0,
  sales_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  cancellations_cents bigint not null default 0,
  fees_cents bigint not null default 0,
  fee_refunds_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  vat_refunds_cents bigint not null default 0,
  subsidies_cents bigint not null default 0,
  subsidy_refunds_cents bigint not null default 0,
  reserve_held_cents bigint not null default 0 check (reserve_held_cents <= 0),
  reserve_released_cents bigint not null default 0 check (reserve_released_cents >= 0),
  closing_cents bigint not null default 0,
  order_count int not null default 0,
  refund_count int not null default 0,
  cancel_count int not null default 0,
  reserve_release_on date,
  reserve_released_in uuid,
  iban_last4 text,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  invoice_id uuid,
  collected_on date,
  collected_by uuid references users,
  minimum_fees_cents bigint not null default 0 check (minimum_fees_cents <= 0),
  minimum_fee_count int not null default 0,
  repayments_cents bigint not null default 0,
  repayment_count int not null default 0,
  vat_rounding_count int not null default 0,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, reference),
  constraint settlements_collected_paid check (collected_on is null or status = 'paid'),
  constraint settlements_collected_whole check ((collected_on is null) = (collected_by is null)),
  constraint settlements_equation check (opening_cents + repayments_cents + sales_cents + refunds_cents + cancellations_cents + fees_cents + fee_refunds_cents + minimum_fees_cents + vat_cents + vat_refunds_cents + subsidies_cents + subsidy_refunds_cents + reserve_held_cents + reserve_released_cents = net_cents + closing_cents),
  constraint settlements_pay_or_carry check (net_cents = 0 or net_cents >= 100)
);
comment on table settlements is 'What a merchant is paid for one value day, in sums that add up.';
comment on column settlements.value_on is 'Value day.';
comment on column settlements.net_cents is 'Paid: zero, or at least one euro.';
comment on column settlements.period_from is 'First day.';
comment on column settlements.period_to is 'Last day.';
comment on column settlements.cut_off_at is 'Nothing later is in it.';
comment on column settlements.opening_cents is 'Carried over from the previous one.';
comment on column settlements.sales_cents is 'Captures.';
comment on column settlements.refunds_cents is 'Refunds, negative.';
comment on column settlements.cancellations_cents is 'Cancellations, negative.';
comment on column settlements.fees_cents is 'Fees, negative, VAT excluded.';
comment on column settlements.fee_refunds_cents is 'Fees given back.';
comment on column settlements.vat_cents is 'VAT on fees, negative.';
comment on column settlements.vat_refunds_cents is 'VAT given back.';
comment on column settlements.subsidies_cents is 'Subsidies, negative.';
comment on column settlements.subsidy_refunds_cents is 'Subsidies given back.';
comment on column settlements.reserve_held_cents is 'Held back, negative.';
comment on column settlements.reserve_released_cents is 'Paid out of what was held back.';
comment on column settlements.closing_cents is 'Carried over to the next one.';
comment on column settlements.reserve_release_on is 'Day on which its reserve is released.';
comment on column settlements.paid_at is 'When its payout was confirmed.';
comment on column settlements.created_at is 'When it was created.';
comment on column settlements.collected_on is 'Day on which a person saw the payment at the bank.';
comment on column settlements.minimum_fees_cents is 'Missing to the minimum fee, negative, VAT excluded.';
comment on column settlements.repayments_cents is 'Repaid by debit or transfer.';
alter table settlements alter column merchant_id set (n_distinct = 10);
create index settlements_by_invoice on settlements (merchant_id, mode, invoice_id, value_on) where invoice_id is not null;
create index settlements_holding_reserve on settlements (merchant_id, mode, reserve_release_on) where reserve_held_cents < 0 and reserve_released_in is null;
create index settlements_not_collected on settlements (merchant_id, mode, value_on) where collected_on is null and net_cents > 0;
create index settlements_not_invoiced on settlements (merchant_id, mode, value_on) where invoice_id is null;
create unique index settlements_once on settlements (merchant_id, mode, value_on);
create index settlements_returned on settlements (merchant_id, mode) where status = 'returned';
create index settlements_to_pay on settlements (merchant_id, mode) where status = 'closed' and net_cents > 0;
select isolate_tenants('settlements');

create table settlement_lines (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid,
  kind text not null check (kind in ('order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding')),
  refund_id uuid,
  capture_id uuid,
  gross_cents bigint not null,
  fee_cents bigint not null,
  vat_cents bigint not null,
  subsidy_cents bigint not null,
  net_cents bigint not null,
  occurred_at timestamptz not null,
  value_on date not null,
  settlement_id uuid,
  month_from date check (extract(day from month_from) = 1),
  repayment_of text check (repayment_of in ('debit', 'debit_return', 'transfer', 'transfer_back')),
  repayment_reference text check (length(repayment_reference) >= 1 and length(repayment_reference) <= 35),
  repayment_undone bool not null default false,
  vat_bps int check (vat_bps is null or vat_bps >= 0 and vat_bps <= 10000),
  primary key (merchant_id, mode, id),
  check (net_cents = gross_cents - fee_cents - vat_cents - subsidy_cents),
  constraint settlement_lines_of_month check ((month_from is null) = (kind <> 'fee_minimum')),
  constraint settlement_lines_of_operation check ((operation_id is null) = (kind in ('fee_minimum', 'repayment', 'vat_rounding'))),
  constraint settlement_lines_repayment check ((kind = 'repayment') = (repayment_of is not null) and (kind = 'repayment') = (repayment_reference is not null) and (not repayment_undone or repayment_of = 'transfer') and (kind <> 'repayment' or fee_cents = 0 and vat_cents = 0 and subsidy_cents = 0 and net_cents = gross_cents and net_cents <> 0 and (net_cents < 0) = (repayment_of in ('debit_return', 'transfer_back')))),
  constraint settlement_lines_rounds_vat check (kind <> 'vat_rounding' or gross_cents = 0 and fee_cents = 0 and subsidy_cents = 0 and vat_cents <> 0 and vat_bps is not null),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id),
  foreign key (merchant_id, mode, settlement_id) references settlements(merchant_id, mode, id)
);
comment on table settlement_lines is 'What each capture, refund, fee or repayment adds to a settlement.';
comment on column settlement_lines.gross_cents is 'Captured positive, refunded negative.';
comment on column settlement_lines.fee_cents is 'Fee, VAT excluded; negative when given back.';
comment on column settlement_lines.vat_cents is 'VAT on the fee.';
comment on column settlement_lines.subsidy_cents is 'Subsidy of the rate.';
comment on column settlement_lines.net_cents is 'Gross less fee, VAT and subsidy.';
comment on column settlement_lines.occurred_at is 'When it happened.';
comment on column settlement_lines.value_on is 'Value day on which it is settled.';
comment on column settlement_lines.month_from is 'First day of the month of a minimum fee.';
comment on column settlement_lines.vat_bps is 'VAT rate in hundredths of a percent.';
alter table settlement_lines alter column merchant_id set (n_distinct = 3);
create index settlement_lines_by_operation on settlement_lines (merchant_id, mode, operation_id, occurred_at);
create index settlement_lines_by_time on settlement_lines (merchant_id, mode, occurred_at, id);
create unique index settlement_lines_minimum_once on settlement_lines (merchant_id, mode, month_from) where kind = 'fee_minimum';
create index settlement_lines_of_settlement on settlement_lines (merchant_id, mode, settlement_id, occurred_at, id) include (kind);
create index settlement_lines_pending on settlement_lines (merchant_id, mode, value_on) where settlement_id is null;
create unique index settlement_lines_repaid_once on settlement_lines (merchant_id, mode, repayment_of, repayment_reference) where kind = 'repayment';
create unique index settlement_lines_rounded_once on settlement_lines (merchant_id, mode, settlement_id, vat_bps) where kind = 'vat_rounding';
select isolate_tenants('settlement_lines');

create table bank_references (
  kind text not null check (kind in ('payout', 'debit', 'mandate', 'transfer', 'credit')),
  reference text not null,
  merchant_id uuid not null,
  primary key (kind, reference)
);
comment on table bank_references is 'References that a bank knows, each used once across all shops.';
comment on column bank_references.kind is 'payout, debit, mandate, credit: given by us; transfer: the bank''s, of a shop''s transfer that is credited, deleted when the credit is undone';

create table settlement_runs (
  merchant_id uuid not null,
  mode mode not null,
  settled_until date not null,
  failed_at timestamptz,
  failure text,
  primary key (merchant_id, mode)
);
comment on table settlement_runs is 'Until which day each merchant is settled.';
comment on column settlement_runs.settled_until is 'Last day that is settled; -infinity: none.';
comment on column settlement_runs.failed_at is 'When the last run failed; null: it did not.';
comment on column settlement_runs.failure is 'Name and code of the error, without its message.';
create index settlement_runs_failed on settlement_runs (failed_at) where failed_at is not null;

create table settlement_claims (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  settlement_id uuid not null,
  about text not null check (about in ('lines', 'bank')),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  difference_cents bigint not null check (difference_cents <> 0),
  bank_cents bigint check (bank_cents >= 0),
  bank_on date,
  note text check (length(note) >= 1 and length(note) <= 1000),
  evidence jsonb not null,
  opened_at timestamptz not null,
  opened_by uuid references users on delete set null,
  answer text check (length(answer) >= 1 and length(answer) <= 1000),
  answered_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  check ((about = 'bank') = (bank_cents is not null)),
  constraint settlement_claims_check1 check ((answer is null) = (answered_at is null)),
  constraint settlement_claims_check2 check ((state = 'closed') = (closed_at is not null)),
  constraint settlement_claims_check3 check (state <> 'answered' or answer is not null),
  foreign key (merchant_id, mode, settlement_id) references settlements(merchant_id, mode, id)
);
comment on table settlement_claims is 'Differences that a merchant claims in a settlement.';
comment on column settlement_claims.difference_cents is 'What the merchant sees less what the settlement says; negative: money is missing.';
comment on column settlement_claims.bank_cents is 'What the bank statement shows.';
comment on column settlement_claims.bank_on is 'Day of the bank''s movement.';
comment on column settlement_claims.opened_at is 'Claimed.';
comment on column settlement_claims.answered_at is 'Answered by the provider.';
comment on column settlement_claims.closed_at is 'Closed.';
create index settlement_claims_closed on settlement_claims (merchant_id, mode, closed_at) where state = 'closed';
create index settlement_claims_of_settlement on settlement_claims (merchant_id, mode, settlement_id, opened_at desc);
create unique index settlement_claims_standing on settlement_claims (merchant_id, mode, settlement_id) where state <> 'closed';
select isolate_tenants('settlement_claims');

create table settlement_claim_queue (
  claim_id uuid primary key,
  merchant_id uuid not null,
  reference text not null,
  difference_cents bigint not null,
  opened_at timestamptz not null
);
comment on table settlement_claim_queue is 'Claims that wait for an answer, across merchants.';
comment on column settlement_claim_queue.reference is 'The settlement''s.';
comment on column settlement_claim_queue.difference_cents is 'The claim''s.';
comment on column settlement_claim_queue.opened_at is 'The claim''s.';
create index settlement_claim_queue_in_order on settlement_claim_queue (opened_at, claim_id);

-- Payouts of settlements by bank transfer.

create table payouts (
  merchant_id uuid not null,
  mode mode not null check (mode = 'live'),
  settlement_id uuid not null,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  iban text not null,
  holder_name text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'confirmed', 'returned')),
  attempts int not null default 0,
  value_on date not null,
  sent_at timestamptz,
  done_at timestamptz,
  return_code text,
  primary key (merchant_id, mode, settlement_id),
  foreign key (merchant_id, mode, settlement_id) references settlements(merchant_id, mode, id)
);
comment on table payouts is 'Transfers of settlements.';
comment on column payouts.amount_cents is 'Transferred.';
comment on column payouts.value_on is 'Value day.';
comment on column payouts.sent_at is 'Sent to the bank.';
comment on column payouts.done_at is 'Confirmed or returned.';
create unique index payouts_by_reference on payouts (merchant_id, mode, reference);
alter table payouts alter column merchant_id set (n_distinct = 10);
select isolate_tenants('payouts');

create table payout_queue (
  merchant_id uuid not null,
  settlement_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, settlement_id)
);
comment on table payout_queue is 'Payouts that were sent to the bank and wait for its answer.';
comment on column payout_queue.ask_at is 'Ask the bank again at this instant.';
create index payout_queue_due on payout_queue (ask_at);

-- Direct debits of what a merchant owes.

create table debit_mandates (
  merchant_id uuid not null references merchants,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  reference text not null check (reference ~ '^[A-Z0-9-]{1,35}$'),
  bank_account_id uuid references bank_accounts,
  iban text not null,
  debtor_name text not null,
  creditor_id text not null,
  creditor_name text not null,
  creditor_address text not null,
  place text not null check (length(place) >= 1 and length(place) <= 60),
  wording text not null,
  signed_at timestamptz not null,
  signed_by uuid references users on delete set null,
  signer_name text not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('revoked', 'account', 'bank', 'unused')),
  primary key (merchant_id, mode, id),
  check ((ended_at is null) = (ended_why is null))
);
comment on table debit_mandates is 'SEPA mandates by which a merchant lets the provider debit what it owes.';
comment on column debit_mandates.signed_at is 'When it was signed.';
comment on column debit_mandates.ended_at is 'When it ended.';
create unique index debit_mandates_by_reference on debit_mandates (merchant_id, mode, reference);
create unique index debit_mandates_standing on debit_mandates (merchant_id, mode) where ended_at is null;
select isolate_tenants('debit_mandates');

create table debits (
  merchant_id uuid not null,
  mode mode not null check (mode = 'live'),
  id uuid not null,
  reference text not null,
  mandate_id uuid not null,
  debt_since date not null,
  announced_cents bigint not null check (announced_cents > 0),
  charged_cents bigint,
  due_on date not null,
  announced_at timestamptz not null,
  state text not null default 'notified' check (state in ('notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled')),
  sent_at timestamptz,
  booked_at timestamptz,
  done_at timestamptz,
  reason_code text,
  primary key (merchant_id, mode, id),
  check (charged_cents >= 1 and charged_cents <= announced_cents),
  constraint debits_check1 check (state in ('notified', 'cancelled') or charged_cents is not null and sent_at is not null),
  constraint debits_check2 check (state not in ('booked', 'returned') or booked_at is not null),
  foreign key (merchant_id, mode, mandate_id) references debit_mandates(merchant_id, mode, id)
);
comment on table debits is 'Direct debits of a merchant''s debt.';
comment on column debits.debt_since is 'Day since which the merchant owes.';
comment on column debits.announced_cents is 'Amount announced to the merchant.';
comment on column debits.charged_cents is 'Amount sent to the bank: the debt on that day, at most what was announced.';
comment on column debits.due_on is 'Day of the debit.';
comment on column debits.announced_at is 'When the merchant was told.';
comment on column debits.sent_at is 'When it was sent to the bank.';
comment on column debits.booked_at is 'When the bank booked it.';
comment on column debits.done_at is 'When its outcome was final.';
create unique index debits_by_reference on debits (merchant_id, mode, reference);
create index debits_of_shop on debits (merchant_id, mode, announced_at desc);
create unique index debits_one_under_way on debits (merchant_id, mode) where state in ('notified', 'sent');
select isolate_tenants('debits');

create table debit_queue (
  merchant_id uuid not null,
  debit_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, debit_id)
);
comment on table debit_queue is 'Debits that were sent to the bank and wait for its answer.';
comment on column debit_queue.ask_at is 'Ask the bank again at this instant.';
create index debit_queue_due on debit_queue (ask_at);

create table debit_runs (
  merchant_id uuid primary key,
  look_at timestamptz not null
);
comment on table debit_runs is 'Merchants to look at for debts.';
comment on column debit_runs.look_at is 'Next look.';
create index debit_runs_due on debit_runs (look_at);

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
  primary key (merchant_id, mode, invoice_id, "position"),
  check (vat_bps is not null or vat_cents = 0),
  foreign key (merchant_id, mode, invoice_id) references invoices(merchant_id, mode, id)
);
comment on table invoice_lines is 'Lines of an invoice by VAT rate; unchangeable.';
comment on column invoice_lines.vat_bps is 'VAT rate in hundredths of a percent; null: exempt.';
comment on column invoice_lines.base_cents is 'Without VAT.';
comment on column invoice_lines.vat_cents is 'VAT.';
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

create trigger invoices_unchanged before delete or update or truncate on invoices for each statement execute function refuse_change();
create trigger invoice_lines_unchanged before delete or update or truncate on invoice_lines
  for each statement execute function refuse_change();
create trigger invoice_rectifications_unchanged before delete or update or truncate on invoice_rectifications
  for each statement execute function refuse_change();

alter table settlements add constraint settlements_invoice_fkey foreign key (merchant_id, mode, invoice_id) references invoices(merchant_id, mode, id) deferrable initially deferred;

-- The provider's money over all merchants. Settlements, payouts, debits and the ledger are read one merchant at a time; what staff lists or sums up
-- across merchants is written here too, in the transaction of the fact. `server/money/ledger/proveBooks.ts` proves that both say the same.

create table listed_settlements (
  merchant_id uuid not null references merchants,
  id uuid not null,
  reference text not null,
  value_on date not null,
  created_at timestamptz not null,
  net_cents bigint not null,
  closing_cents bigint not null,
  status text not null check (status in ('closed', 'paid', 'compensated', 'returned')),
  payout_state text check (payout_state in ('queued', 'sent', 'confirmed', 'returned')),
  payout_reference text,
  message_id text,
  iban_last4 text,
  sent_at timestamptz,
  done_at timestamptz,
  return_code text,
  primary key (merchant_id, id)
);
comment on table listed_settlements is 'Live settlements with their payouts, for the provider''s lists over all merchants; written by server/money/settlements/listSettlement.ts.';
comment on column listed_settlements.value_on is 'Value day.';
comment on column listed_settlements.created_at is 'When it was created.';
comment on column listed_settlements.net_cents is 'Paid.';
comment on column listed_settlements.closing_cents is 'Carried over to the next one; negative: the merchant owes it.';
comment on column listed_settlements.payout_state is 'Of its payout; null: it has none.';
comment on column listed_settlements.message_id is 'The file in which the payout was last sent.';
comment on column listed_settlements.sent_at is 'Sent to the bank.';
comment on column listed_settlements.done_at is 'Confirmed or returned.';
create index listed_settlements_by_day on listed_settlements (value_on, id);
create index listed_settlements_by_reference on listed_settlements (reference text_pattern_ops);
create index listed_settlements_in_debt on listed_settlements (merchant_id, value_on) include (closing_cents);
create index listed_settlements_in_file on listed_settlements (message_id) where message_id is not null;
create index listed_settlements_to_pay on listed_settlements (payout_state, value_on, id) where payout_state in ('queued', 'sent', 'returned');

create table listed_debits (
  merchant_id uuid not null references merchants,
  id uuid not null,
  reference text not null,
  state text not null check (state in ('notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled')),
  announced_cents bigint not null,
  charged_cents bigint,
  due_on date not null,
  announced_at timestamptz not null,
  done_at timestamptz,
  reason_code text,
  primary key (merchant_id, id)
);
comment on table listed_debits is 'Direct debits, for the provider''s lists over all merchants; written by server/money/debits/listDebit.ts.';
comment on column listed_debits.announced_cents is 'Amount announced to the merchant.';
comment on column listed_debits.charged_cents is 'Amount sent to the bank.';
comment on column listed_debits.due_on is 'Day of the debit.';
comment on column listed_debits.announced_at is 'When the merchant was told.';
comment on column listed_debits.done_at is 'When its outcome was final.';
create index listed_debits_by_day on listed_debits (due_on, id);
create index listed_debits_by_reference on listed_debits (reference text_pattern_ops);

create table payout_files (
  message_id text primary key,
  transfers int not null check (transfers > 0),
  total_cents bigint not null check (total_cents > 0),
  xml text not null,
  made_by uuid references staff on delete set null,
  made_at timestamptz not null,
  accepted_at timestamptz
);
comment on table payout_files is 'Files of transfers (pain.001) as they were last sent to the bank.';
comment on column payout_files.total_cents is 'Sum of its transfers.';
comment on column payout_files.made_by is 'The member of staff who made it by hand; null: made by itself.';
comment on column payout_files.made_at is 'When it was made.';
comment on column payout_files.accepted_at is 'When the bank took it; null: not known to have it.';
create index payout_files_in_order on payout_files (made_at, message_id);

create table ledger_day_entries (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  day date not null,
  kind text not null,
  account text not null,
  amount_cents bigint not null
);
comment on table ledger_day_entries is 'Live lines of the ledger that are not yet added to the days. Only inserted by who posts a journal, so that no sale waits for another; added up and removed every minute by one writer (server/money/ledger/ledgerDays.ts).';
comment on column ledger_day_entries.day is 'In Madrid, of the journal.';
comment on column ledger_day_entries.amount_cents is 'Debit positive, credit negative.';

create table ledger_days (
  day date not null,
  kind text not null,
  account text not null,
  debit_cents bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  lines bigint not null,
  primary key (day, kind, account)
);
comment on table ledger_days is 'Sums of the live ledger by day in Madrid, kind of journal and account, over all merchants, without what ledger_day_entries still holds.';
comment on column ledger_days.day is 'In Madrid, of the journals.';
comment on column ledger_days.debit_cents is 'Sum of debits.';
comment on column ledger_days.credit_cents is 'Sum of credits, positive.';

create table ledger_shop_days (
  day date not null,
  merchant_id uuid not null,
  kind text not null,
  account text not null,
  debit_cents bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  lines bigint not null,
  primary key (day, merchant_id, kind, account)
);
comment on table ledger_shop_days is 'The same for each merchant.';
comment on column ledger_shop_days.day is 'In Madrid, of the journals.';
comment on column ledger_shop_days.debit_cents is 'Sum of debits.';
comment on column ledger_shop_days.credit_cents is 'Sum of credits, positive.';

create table book_proofs (
  id uuid primary key,
  asked_at timestamptz not null,
  asked_by uuid references staff on delete set null,
  after_merchant uuid,
  after_account uuid,
  shops int not null default 0,
  accounts int not null default 0,
  broken jsonb not null default '[]',
  broken_count int not null default 0,
  finished_at timestamptz
);
comment on table book_proofs is 'Proofs of the books of all merchants and of all audit chains.';
comment on column book_proofs.asked_at is 'When it was asked for, or became due.';
comment on column book_proofs.after_merchant is 'The last merchant whose books were proved: a proof that was interrupted goes on there.';
comment on column book_proofs.after_account is 'The last account whose chain was proved; null: the books are not through.';
comment on column book_proofs.broken is 'The first violations that were found.';
comment on column book_proofs.finished_at is 'When it was through.';
create index book_proofs_in_order on book_proofs (asked_at);
create unique index book_proofs_one_at_a_time on book_proofs ((true)) where finished_at is null;

-- Reports and their schedules.

create table report_schedules (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  type text not null,
  format text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  recipients text[] not null default '{}',
  next_run_on date not null,
  version int not null,
  created_at timestamptz not null,
  created_by uuid not null references users,
  primary key (merchant_id, mode, id)
);
comment on table report_schedules is 'Reports made again and again.';
comment on column report_schedules.next_run_on is 'Day of the next run.';
comment on column report_schedules.created_at is 'When it was created.';
select isolate_tenants('report_schedules');

create table reports (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  type text not null check (type in ('operations', 'settlements', 'refunds', 'instalment_calendar', 'campaigns', 'fees', 'reconciliation', 'month_package', 'settlement_files', 'invoice_files')),
  format text not null check (format in ('csv', 'xlsx', 'json', 'zip')),
  name text not null,
  from_on date not null,
  to_on date not null,
  filters jsonb not null default '[]'::jsonb,
  recipients text[] not null default '{}',
  version int not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'ready', 'failed', 'expired')),
  run int not null default 0,
  progress smallint not null default 0 check (progress >= 0 and progress <= 100),
  rows bigint,
  size_bytes bigint,
  checksum bytea,
  parts int,
  contents jsonb,
  problem text check (problem in ('failed', 'missing')),
  missing text[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid references users,
  schedule_id uuid,
  ready_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((to_on - from_on) >= 0 and (to_on - from_on) <= 365),
  constraint reports_check1 check (status not in ('ready', 'expired') or rows is not null and size_bytes is not null and checksum is not null and parts is not null and ready_at is not null and expires_at is not null),
  constraint reports_check2 check ((status = 'failed') = (problem is not null)),
  foreign key (merchant_id, mode, schedule_id) references report_schedules(merchant_id, mode, id) on delete set null (schedule_id)
);
comment on table reports is 'Files made in the background.';
comment on column reports.from_on is 'First day.';
comment on column reports.to_on is 'Last day.';
comment on column reports.created_at is 'When it was created.';
comment on column reports.ready_at is 'When the file was complete.';
comment on column reports.expires_at is 'The file is deleted after it.';
comment on column reports.failed_at is 'When it was given up.';
create index reports_by_created on reports (merchant_id, mode, created_at desc, id desc);
create unique index reports_of_schedule on reports (merchant_id, mode, schedule_id, from_on) where schedule_id is not null;
create index reports_under_way on reports (merchant_id, mode) where status in ('queued', 'processing');
select isolate_tenants('reports');

create table report_parts (
  merchant_id uuid not null,
  mode mode not null,
  report_id uuid not null,
  run int not null,
  seq int not null,
  content bytea not null,
  primary key (merchant_id, mode, report_id, run, seq),
  foreign key (merchant_id, mode, report_id) references reports(merchant_id, mode, id) on delete cascade
);
comment on table report_parts is 'A report''s file in parts.';
select isolate_tenants('report_parts');

create table report_queue (
  merchant_id uuid not null,
  mode mode not null,
  object_id uuid not null,
  kind text not null check (kind in ('expiry', 'run', 'making')),
  due_at timestamptz not null,
  primary key (merchant_id, mode, object_id, kind)
);
comment on table report_queue is 'Reports to make, schedules to run, files to delete.';
comment on column report_queue.due_at is 'When.';
create index report_queue_by_time on report_queue (due_at);

create function csv_guarded(value text) returns text immutable parallel safe language sql return (
  select case when s.safe ~ '[";\r\n\t]' then '"' || replace(s.safe, '"', '""') || '"' else s.safe end
  from (select regexp_replace(value, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g') as plain) p
    cross join lateral (select case when p.plain ~
      '^[\t\r\n \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[-=+@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]' then '''' || p.plain else p.plain end as safe) s);

create function csv_text(value text) returns text immutable parallel safe language sql return
  case when value is null or value = '' then ''
    when value ~ '^[0-9A-Za-z\u00c0-\u024f][^";\u0001-\u001f\u007f-\u009f]*$' then value
    else csv_guarded(value) end;

-- Webhooks: endpoints and deliveries; what waits to be sent is in the outbox.

create table webhooks (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  url text not null check (length(url) >= 1 and length(url) <= 2000),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  old_secret text,
  old_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users,
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text check (off_reason in ('person', 'failing', 'gone', 'secret')),
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check ((old_secret is null) = (old_secret_ends_at is null)),
  constraint webhooks_check1 check ((off_at is null) = (off_reason is null))
);
comment on table webhooks is 'A shop''s addresses that are told of events.';
comment on column webhooks.old_secret_ends_at is 'Messages are signed with both secrets until here.';
comment on column webhooks.created_at is 'When it was created.';
comment on column webhooks.failing_since is 'First failure since the last success.';
comment on column webhooks.off_at is 'When it was switched off.';
select isolate_tenants('webhooks');

create table webhook_deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null,
  type text not null,
  happened_at timestamptz not null,
  queued_at timestamptz not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  tried_at timestamptz,
  status smallint,
  answer text check (length(answer) <= 300),
  problem text,
  ms int,
  sent_by uuid references users,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, webhook_id) references webhooks(merchant_id, mode, id) on delete cascade
);
comment on table webhook_deliveries is 'Messages to webhooks and their last attempt.';
comment on column webhook_deliveries.happened_at is 'When the event happened.';
comment on column webhook_deliveries.queued_at is 'When it was queued.';
comment on column webhook_deliveries.tried_at is 'Last attempt.';
comment on column webhook_deliveries.ms is 'Until the answer, in milliseconds.';
alter table webhook_deliveries alter column merchant_id set (n_distinct = 3);
create index webhook_deliveries_log on webhook_deliveries (merchant_id, mode, webhook_id, queued_at desc, id desc);
select isolate_tenants('webhook_deliveries');

create table webhook_sweeps (
  webhook_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity'
);
comment on table webhook_sweeps is 'Webhooks whose old deliveries are to be deleted.';
comment on column webhook_sweeps.due_at is 'Next deletion.';
create index webhook_sweeps_due on webhook_sweeps (due_at);

-- Erasure of customers' personal data.

create table erasures (
  id uuid primary key,
  kind text not null check (kind in ('customer', 'person')),
  account_id uuid not null,
  merchant_id uuid,
  mode mode,
  object_id uuid not null,
  ground text not null check (ground in ('request', 'consent', 'unlawful', 'order')),
  at timestamptz not null,
  members text[] not null default '{}',
  check ((kind = 'customer') = ((merchant_id is not null) and (mode is not null)))
);
comment on table erasures is 'Register of erasures, append-only, so that a restored backup can repeat them; no personal data.';
comment on column erasures.at is 'When.';

create table erasure_copies (
  erasure_id uuid primary key references erasures
);
comment on table erasure_copies is 'Erasures that were copied to the file outside the database.';

create table customer_erasures (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  ground text not null check (ground in ('request', 'consent', 'unlawful', 'order')),
  asked_at timestamptz not null,
  asked_by uuid references users on delete set null,
  done_at timestamptz,
  gone jsonb,
  primary key (merchant_id, mode, operation_id),
  check ((done_at is null) = (gone is null)),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table customer_erasures is 'Requests to erase a customer''s data of one operation.';
comment on column customer_erasures.asked_at is 'When it was asked for.';
comment on column customer_erasures.done_at is 'When it was done; null while the operation is unfinished.';
create index customer_erasures_waiting on customer_erasures (merchant_id, mode) where done_at is null;
select isolate_tenants('customer_erasures');

create table blocked_customers (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  told jsonb not null,
  blocked_at timestamptz not null,
  keep_until date not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table blocked_customers is 'What was erased but must be kept for the law, where the application can insert and delete but not read it.';
comment on column blocked_customers.blocked_at is 'When it was taken out of the tables in use.';
comment on column blocked_customers.keep_until is 'Deleted after it.';
create index blocked_customers_over on blocked_customers (merchant_id, mode, keep_until);
select isolate_tenants('blocked_customers');

create table privacy_sweeps (
  merchant_id uuid not null,
  mode mode not null,
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, mode)
);
comment on table privacy_sweeps is 'Merchants whose retention is to be applied.';
comment on column privacy_sweeps.due_at is 'Next run.';
create index privacy_sweeps_due on privacy_sweeps (due_at);

create table privacy_queue (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  primary key (merchant_id, mode, operation_id)
);
comment on table privacy_queue is 'Operations whose customer''s data is to be removed.';

create trigger erasures_append_only before delete or update or truncate on erasures for each statement execute function refuse_change();

-- What changed last, of all shops: the provider's own systems read it in the order of the changes.

create table provider_changes (
  kind text not null check (kind in ('account', 'operation', 'settlement')),
  id uuid not null,
  merchant_id uuid,
  mode mode,
  changed_at timestamptz not null default clock_timestamp(),
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (kind, id),
  constraint provider_changes_shop check ((kind = 'account') = (merchant_id is null) and (merchant_id is null) = (mode is null))
);
comment on table provider_changes is 'When each account, operation and settlement was last changed, for lists over all shops. Ids alone; written with each change.';
comment on column provider_changes.changed_at is 'The last change.';
comment on column provider_changes.changed_in is 'Its transaction: a list shows only what was changed before every transaction that still runs, so that no change comes in behind a cursor.';
create index provider_changes_in_order on provider_changes (kind, changed_in, id) include (changed_at, merchant_id, mode);

create function note_changed_account() returns trigger language plpgsql as $$
begin
  insert into provider_changes (kind, id) values ('account', case when tg_table_name = 'accounts' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'account_id')::uuid end)
  on conflict (kind, id) do update set changed_at = excluded.changed_at, changed_in = excluded.changed_in;
  return null;
end $$;

create trigger note_change after insert or update on accounts for each row execute function note_changed_account();
create trigger note_change after insert or update on merchants for each row execute function note_changed_account();
create trigger note_change after insert or update on onboardings for each row execute function note_changed_account();
