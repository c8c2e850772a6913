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
