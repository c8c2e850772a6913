-- An address that enters one account can be invited to another: the answer to an invitation tells nobody who is known here. It is of one person once it is
-- accepted, and of one invitation in each account.
create unique index users_in_account on users (account_id, email) where removed_at is null;
drop index users_by_email;
create unique index users_by_email on users (email) where removed_at is null and password_hash is not null;
