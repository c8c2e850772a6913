-- Since when somebody is an owner, and until when they last were: whose consent counts is decided by what was true some days ago (domain/ownerStanding.ts).

alter table users
  -- Null: as long as they have been in the account.
  add column owner_since timestamptz,
  add column owner_until timestamptz;

-- An owner who is removed, disabled or given another role by another owner: it takes effect days later, and any owner can stop it until then.
create table owner_exits (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  how text not null check (how in ('removed', 'disabled', 'changed')),
  -- What the person holds afterwards; null when they are removed.
  access jsonb check ((how = 'removed') = (access is null)),
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  effective_at timestamptz not null,
  -- `void`: when its time came it could not be done any more.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'stopped', 'void')),
  ended_at timestamptz,
  ended_by uuid references users,
  check ((state = 'waiting') = (ended_at is null)),
  check (user_id <> asked_by)
);
create unique index owner_exits_one on owner_exits (user_id) where state = 'waiting';
create index owner_exits_due on owner_exits (effective_at) where state = 'waiting';
