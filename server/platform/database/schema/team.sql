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
