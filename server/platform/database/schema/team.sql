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
create index owner_exits_due on owner_exits (effective_at) where state = 'waiting';
create unique index owner_exits_one on owner_exits (account_id, user_id) where state = 'waiting';
