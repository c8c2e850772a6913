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
