-- Addresses without an account that get each month's package; servers of the version before neither read nor write them.

create table package_recipients (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  email text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, email)
);
comment on table package_recipients is 'Addresses that get each month''s package without an account.';
comment on column package_recipients.created_at is 'When it was last asked to confirm.';
comment on column package_recipients.confirmed_at is 'Since when it gets packages.';
comment on column package_recipients.stopped_at is 'Since when it wants no more.';
select isolate_tenants('package_recipients');

-- next transaction
alter table package_recipients add foreign key (merchant_id) references merchants;

-- next transaction
alter table package_recipients add foreign key (created_by) references users;
