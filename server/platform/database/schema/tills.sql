-- Shared tills and their PINs.

create table tills (
  id uuid primary key,
  account_id uuid not null references accounts,
  merchant_id uuid not null references merchants,
  name text not null check (length(name) >= 1 and length(name) <= 40),
  opened_by uuid references users,
  opened_at timestamptz not null,
  code_hash bytea,
  code_expires_at timestamptz not null,
  device_hash bytea,
  entered_at timestamptz,
  guesses smallint not null default 0 check (guesses >= 0 and guesses <= 5),
  last_used_at timestamptz,
  last_used_by uuid references users on delete set null,
  closed_at timestamptz,
  closed_why text check (closed_why in ('person', 'device', 'pins')),
  check ((device_hash is null) = (entered_at is null)),
  constraint tills_check1 check (code_hash is null or device_hash is null),
  constraint tills_check2 check ((closed_at is null) = (closed_why is null))
);
comment on table tills is 'Shared devices of a shop.';
comment on column tills.opened_at is 'Set up.';
comment on column tills.code_expires_at is 'The code that connects the device is void after it.';
comment on column tills.entered_at is 'Device connected.';
comment on column tills.last_used_at is 'Last sign-in by PIN.';
comment on column tills.closed_at is 'Closed.';
create index tills_by_account on tills (account_id, opened_at desc);
create unique index tills_code on tills (code_hash) where code_hash is not null;
create unique index tills_device on tills (device_hash) where device_hash is not null;
select isolate_in_scope('tills');

create table till_pins (
  till_id uuid not null references tills on delete cascade,
  user_id uuid not null references users on delete cascade,
  pin_hash text not null,
  set_at timestamptz not null,
  primary key (till_id, user_id)
);
comment on table till_pins is 'Hashes of PINs on a shared till.';
comment on column till_pins.set_at is 'When it was set.';
create index till_pins_by_user on till_pins (user_id);

create table till_guesses (
  user_id uuid primary key references users on delete cascade,
  guesses smallint not null check (guesses >= 0 and guesses <= 5),
  since timestamptz not null,
  unseen smallint not null default 0 check (unseen >= 0)
);
comment on table till_guesses is 'Wrong PINs of a person, for the lock after five.';
comment on column till_guesses.since is 'First of them.';

alter table sessions add foreign key (till_id) references tills(id);
