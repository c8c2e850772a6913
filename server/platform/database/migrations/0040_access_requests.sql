-- Rights that people of an account ask for, each answered once by somebody who may give it.

create table access_requests (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users on delete cascade,
  -- A right of domain/teamRights.ts.
  asked_right text not null check (length(asked_right) between 1 and 40),
  -- After `expires_at` a pending one counts as lapsed.
  state text not null default 'pending' check (state in ('pending', 'granted', 'declined')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Nobody: the person left.
  decided_by uuid references users,
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null)),
  check (decided_by <> user_id)
);
create unique index access_requests_one on access_requests (user_id, asked_right) where state = 'pending';
create index access_requests_by_account on access_requests (account_id, asked_at desc);
