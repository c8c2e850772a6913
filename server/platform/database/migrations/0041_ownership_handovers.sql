-- Ownership of an account that goes from one person to another: offered, accepted, and after a time in which any owner can stop it, done.

create table ownership_handovers (
  id uuid primary key,
  account_id uuid not null references accounts,
  from_user uuid not null references users,
  to_user uuid not null references users,
  -- An offer that nobody answered until `expires_at` counts as lapsed; `void`: when its time came it could not be done any more.
  state text not null check (state in ('offered', 'accepted', 'done', 'declined', 'cancelled', 'void')),
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  effective_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references users,
  check (from_user <> to_user),
  check ((accepted_at is null) = (effective_at is null)),
  check (state not in ('accepted', 'done') or accepted_at is not null),
  check ((state in ('offered', 'accepted')) = (ended_at is null))
);
create unique index ownership_handovers_one on ownership_handovers (account_id) where state in ('offered', 'accepted');
create index ownership_handovers_due on ownership_handovers (effective_at) where state = 'accepted';

alter table team_letters drop constraint team_letters_kind_check;
alter table team_letters add constraint team_letters_kind_check check (kind in ('invitation', 'changed', 'removed', 'disabled', 'access_ending',
  'access_ended', 'handover_offered', 'handover_accepted', 'handover_done', 'handover_stopped'));
