-- Shared tills: devices of a shop on which its people work with a PIN of their own.

create table tills (
  id uuid primary key,
  account_id uuid not null references accounts,
  merchant_id uuid not null references merchants,
  name text not null check (length(name) between 1 and 40),
  opened_by uuid references users,
  opened_at timestamptz not null,
  -- sha256 of the code that waits for a device; null once it was used.
  code_hash bytea,
  code_expires_at timestamptz not null,
  -- sha256 of the device's cookie; null until a device has come.
  device_hash bytea,
  entered_at timestamptz,
  -- Wrong PINs in a row, by whomever; counted before the PIN is looked at.
  guesses smallint not null default 0 check (guesses between 0 and 5),
  last_used_at timestamptz,
  last_used_by uuid references users on delete set null,
  closed_at timestamptz,
  -- By somebody of the account, on the device itself, or by wrong PINs.
  closed_why text check (closed_why in ('person', 'device', 'pins')),
  check ((device_hash is null) = (entered_at is null)),
  check (code_hash is null or device_hash is null),
  check ((closed_at is null) = (closed_why is null))
);
create index tills_by_account on tills (account_id, opened_at desc);
create unique index tills_code on tills (code_hash) where code_hash is not null;
create unique index tills_device on tills (device_hash) where device_hash is not null;

-- The PIN of a person on a till: argon2id under a key that only that device and the server together have.
create table till_pins (
  till_id uuid not null references tills on delete cascade,
  user_id uuid not null references users on delete cascade,
  pin_hash text not null,
  set_at timestamptz not null,
  primary key (till_id, user_id)
);
create index till_pins_by_user on till_pins (user_id);

-- Wrong PINs in a row of a person, on whatever till; counted before the PIN is looked at.
create table till_guesses (
  user_id uuid primary key references users on delete cascade,
  guesses smallint not null check (guesses between 0 and 5)
);

-- A session that began with a PIN.
alter table sessions add column till_id uuid references tills;
create index sessions_by_till on sessions (till_id) where till_id is not null and ended_at is null;
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('signed_out', 'password_changed', 'closed_by_user', 'token_reused', 'user_disabled', 'email_changed', 'change_stopped', 'till_locked'));
