-- People whose seat is limited to test mode (domain/sandboxSeat.ts); an owner never is.

alter table users
  add column sandbox_only boolean not null default false,
  add constraint users_owner_real check (role <> 'owner' or removed_at is not null or not sandbox_only);
