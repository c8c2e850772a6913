-- A page that its person goes on with on another device: one for each, for five minutes, sealed under the secret in its code.
create table continuations (
  user_id uuid primary key references users on delete cascade,
  id uuid not null unique,
  -- The session that showed the code: with its end the code is worth nothing.
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null,
  sealed text not null,
  expires_at timestamptz not null
);
