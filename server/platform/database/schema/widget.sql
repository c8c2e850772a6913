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
comment on table widget_drafts is 'A widget''s appearance that is being edited.';
comment on column widget_drafts.changed_at is 'Last change.';
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
comment on table widget_versions is 'Published versions of a widget''s appearance.';
comment on column widget_versions.published_at is 'When.';
select isolate_tenants('widget_versions');
