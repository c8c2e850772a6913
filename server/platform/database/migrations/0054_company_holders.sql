-- Who holds which part of a company, and of the companies that hold a part of it: from it follows who owns it in the end.
create table company_holders (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- The company that the part is of; null: the account's own. Written and taken away as a whole, so that no cycle can come to be.
  parent_id uuid references company_holders on delete cascade,
  position integer not null,
  kind text not null check (kind in ('person', 'company')),
  name text not null check (length(name) between 1 and 120),
  share_bps integer not null check (share_bps between 1 and 10000),
  constraint company_holders_other check (parent_id is distinct from id)
);
create index company_holders_by_account on company_holders (account_id, position);
create index company_holders_by_parent on company_holders (parent_id);
