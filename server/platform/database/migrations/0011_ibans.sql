-- Bank accounts that change hands slowly: who asked, who agreed, from when they are paid; the files that prove them; the password asked again.

-- When this session last gave its password again: good for five minutes of what moves money or credentials.
alter table sessions add column stepped_up_at timestamptz;

-- Files that people hand in, as they were made anew here: never the bytes that came.
create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('iban_certificate')),
  file_name text not null check (length(file_name) between 1 and 120),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes bytea not null check (octet_length(bytes) between 1 and 10000000),
  sha256 bytea not null,
  created_at timestamptz not null
);
-- They are compressed already.
alter table uploads alter column bytes set storage external;
create index uploads_by_user on uploads (user_id, created_at);

-- Those that are there were set up by the provider: nobody asked for them. `merchant_id`: the shop that it was asked for, or that it was paid for.
alter table bank_accounts
  add column merchant_id uuid references merchants,
  add column state text not null default 'active'
    check (state in ('unconfirmed', 'pending_review', 'cooling', 'active', 'replaced', 'rejected', 'cancelled', 'frozen')),
  add column is_default boolean not null default false,
  add column holder_document text,
  add column upload_id uuid references uploads,
  add column previous_id uuid references bank_accounts,
  add column requested_by uuid references users,
  add column user_agent text not null default '',
  add column new_device boolean not null default false,
  add column needs_second_owner boolean not null default false,
  add column confirmed_at timestamptz,
  add column reviewed_at timestamptz,
  add column second_owner_id uuid references users,
  add column second_owner_at timestamptz,
  add column rejection_reason text,
  -- When review and second owner were both there, and when it is paid from.
  add column approved_at timestamptz,
  add column effective_from timestamptz,
  add column ended_at timestamptz,
  add constraint bank_accounts_asked check (requested_by is null or (merchant_id is not null and upload_id is not null)),
  add constraint bank_accounts_confirmed check (state not in ('pending_review', 'cooling') or confirmed_at is not null),
  add constraint bank_accounts_two_people check (second_owner_id is null or second_owner_id <> requested_by),
  add constraint bank_accounts_agreed check (requested_by is null or state not in ('cooling', 'active', 'replaced')
    or (confirmed_at is not null and reviewed_at is not null and effective_from is not null and (second_owner_id is not null or not needs_second_owner))),
  add constraint bank_accounts_cool check (effective_from is null or (approved_at is not null and effective_from >= approved_at + interval '72 hours'));

update bank_accounts set is_default = true where id in (select distinct on (account_id) id from bank_accounts order by account_id, created_at, id);

create index bank_accounts_by_account on bank_accounts (account_id, created_at desc);
-- One change at a time for a shop, whoever asks at once.
create unique index bank_accounts_one_change on bank_accounts (merchant_id) where state in ('unconfirmed', 'pending_review', 'cooling');
create unique index bank_accounts_one_default on bank_accounts (account_id) where is_default and state = 'active';
create index bank_accounts_cooling on bank_accounts (effective_from) where state = 'cooling';
create index bank_accounts_unconfirmed on bank_accounts (created_at) where state = 'unconfirmed';

-- A change goes forward step by step and skips none; what was asked for stays what was reviewed.
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
create trigger keep_bank_account_steps before update on bank_accounts for each row execute function keep_bank_account_steps();

-- No shop is paid to an account that is not active.
create function keep_paid_account() returns trigger language plpgsql as $$
begin
  if not exists (select from bank_accounts b where b.id = new.bank_account_id and b.state = 'active' and b.account_id = new.account_id) then
    raise exception 'a shop is paid to an active account of its own company' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_paid_account before insert or update of bank_account_id on merchants for each row when (new.bank_account_id is not null)
  execute function keep_paid_account();

-- Letters about a change that must not be lost: to whom, and the hash of the link that stops it. The link is made when the letter is sent.
create table bank_account_letters (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts,
  kind text not null check (kind in ('requested', 'approved')),
  recipient text not null,
  token_hash bytea,
  attempts integer not null default 0,
  send_at timestamptz not null,
  sent_at timestamptz
);
create index bank_account_letters_due on bank_account_letters (send_at) where sent_at is null;
create unique index bank_account_letters_by_link on bank_account_letters (token_hash) where token_hash is not null;
