-- The widget's appearance: drafts and published versions.

create table widget_drafts (
  merchant_id uuid not null references merchants,
  mode mode not null,
  view text not null check (view in ('product', 'cart')),
  preferences jsonb,
  revision int not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references users,
  primary key (merchant_id, mode, view)
);
select isolate_tenants('widget_drafts');

create table widget_versions (
  merchant_id uuid not null references merchants,
  mode mode not null,
  view text not null check (view in ('product', 'cart')),
  number int not null check (number > 0),
  preferences jsonb not null,
  restored_from int,
  published_at timestamptz not null,
  published_by uuid references users,
  primary key (merchant_id, mode, view, number)
);
select isolate_tenants('widget_versions');
