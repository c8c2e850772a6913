-- The team: who was invited by whom, until when, with which limits; letters to them; what each has refunded in a day; refunds that ask for approval.

alter table users
  add column invited_at timestamptz,
  add column invited_by uuid references users,
  -- The first instant without access; null: for good.
  add column access_until timestamptz,
  -- When person and owners were told that it is about to end, and that it has ended.
  add column access_warned_at timestamptz,
  add column access_ended_at timestamptz,
  -- Rights of the role that this person does not have (domain/teamRights.ts).
  add column withheld text[] not null default '{}'
    check (withheld <@ array['sell', 'refund', 'capture', 'settlements', 'invoices', 'reports', 'campaigns']),
  add column refund_limit_cents bigint check (refund_limit_cents > 0),
  add column refund_day_limit_cents bigint check (refund_day_limit_cents > 0),
  -- Whoever has left stays as who did what; the address is free again.
  add column removed_at timestamptz,
  add constraint users_removed check (removed_at is null or disabled_at is not null),
  add constraint users_owner_whole check (role <> 'owner' or removed_at is not null
    or (access_until is null and withheld = '{}' and refund_limit_cents is null and refund_day_limit_cents is null)),
  drop constraint users_email_key;
create unique index users_by_email on users (email) where removed_at is null;
create index users_access_until on users (access_until) where access_until is not null and access_ended_at is null;

-- Letters to people of the team that must not be lost. The link of an invitation is made when it is sent.
create table team_letters (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('invitation', 'changed', 'removed', 'disabled', 'access_ending', 'access_ended')),
  attempts integer not null default 0,
  send_at timestamptz not null,
  sent_at timestamptz
);
create index team_letters_due on team_letters (send_at) where sent_at is null;

-- What each person has given back in a day of Madrid, over all shops of a mode: outside the wall, for a limit is a person's and not a shop's.
create table refund_days (
  user_id uuid not null references users,
  mode mode not null,
  on_day date not null,
  spent_cents bigint not null check (spent_cents >= 0),
  primary key (user_id, mode, on_day)
);

-- Whose day it counts in: who made it, or who approved it.
alter table refunds add column charged_to uuid references users;

-- Refunds beyond somebody's limit that wait for another's yes; each is decided once.
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
  -- After `expires_at` a pending one counts as lapsed.
  state text not null default 'pending' check (state in ('pending', 'approved', 'declined', 'withdrawn')),
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  refund_id uuid,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations (merchant_id, mode, id),
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'approved') = (refund_id is not null)),
  check (state <> 'approved' or decided_by <> asked_by)
);
create index refund_requests_by_operation on refund_requests (merchant_id, mode, operation_id, asked_at desc);
create unique index refund_requests_one on refund_requests (merchant_id, mode, operation_id, asked_by) where state = 'pending';
alter table refund_requests enable row level security, force row level security;
create policy tenant on refund_requests using (merchant_id = scope_merchant() and mode = scope_mode())
  with check (merchant_id = scope_merchant() and mode = scope_mode());
