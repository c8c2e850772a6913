-- Notes of the provider's staff about merchants.

create table staff_notes (
  account_id uuid not null references accounts,
  id uuid not null,
  staff_id uuid not null references staff,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null,
  primary key (account_id, id)
);
comment on table staff_notes is 'What staff noted about an account; its merchants never see it.';
comment on column staff_notes.created_at is 'When it was written.';
