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
comment on column merchants.payment_frequency is 'How often it is paid, until the first version of merchant_payout_terms; daily: as the price list says.';
comment on column merchants.reserve_bps is 'Part of each settlement that is held back, in hundredths of a percent, until the first version of merchant_payout_terms; 0: as the price list says.';
comment on column merchants.minimum_fee_cents is 'Least fee of a month, VAT excluded, until the first version of merchant_payout_terms; null: as the price list says.';
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
