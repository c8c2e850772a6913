-- Whoever stops a change of account from its letter also stops, for the same hours, every other change of a way in: whoever asked may still be inside.

alter table bank_accounts
  -- The session that asked. Without a reference: sessions are swept, and the account stays.
  add column session_id uuid,
  add column paused_until timestamptz,
  add constraint bank_accounts_paused check (paused_until is null or (state = 'frozen' and paused_until > ended_at));
create index bank_accounts_pausing on bank_accounts (account_id, paused_until) where paused_until is not null;
