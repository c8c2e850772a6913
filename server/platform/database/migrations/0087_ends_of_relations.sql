-- When a company's relation with the provider ended, and why: from that day on its file is kept for ten years more (Ley 10/2010 art. 25).

alter table accounts
  -- The Madrid day.
  add column relation_ended_on date,
  -- domain/retention.ts
  add column relation_end_reason text check (relation_end_reason in ('company', 'provider', 'ceased')),
  -- When its file went.
  add column file_forgotten_at timestamptz,
  add constraint accounts_end_whole check ((relation_ended_on is null) = (relation_end_reason is null)),
  add constraint accounts_file_after_end check (file_forgotten_at is null or relation_ended_on is not null);
create index accounts_ended on accounts (relation_ended_on) where relation_ended_on is not null and file_forgotten_at is null;

-- With the file goes what its mandates say of account and signer; that there were some stays with their debits.
alter table debit_mandates alter column bank_account_id drop not null;
