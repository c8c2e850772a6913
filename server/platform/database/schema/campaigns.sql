-- Campaigns and their articles.

create table campaigns (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  name text not null,
  slug text not null,
  scope text not null default 'bulk' check (scope in ('bulk', 'single')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'active', 'paused', 'finished')),
  starts_at timestamptz,
  ends_at timestamptz,
  interest_bps int check (interest_bps >= 0 and interest_bps <= 10000),
  num_instalments int[] not null default '{}',
  min_order_cents bigint check (min_order_cents > 0),
  max_order_cents bigint check (max_order_cents > 0),
  waiting_months smallint not null default 0 check (waiting_months >= 0 and waiting_months <= 3),
  channels text[] not null default '{online,in_store,phone}' check (channels <@ array['online', 'in_store', 'phone']),
  audience_id uuid,
  revision int not null default 1,
  ending_told_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users,
  changed_at timestamptz not null,
  changed_by uuid references users,
  budget_cents bigint check (budget_cents > 0),
  budget_spent_at timestamptz,
  report_told_at timestamptz,
  primary key (merchant_id, mode, id),
  check (status = 'draft' or name <> '' and starts_at is not null and interest_bps is not null and num_instalments <> '{}' and channels <> '{}')
);
comment on table campaigns is 'Cheaper instalments that the shop pays for, for a time, a cart, articles or an audience.';
comment on column campaigns.starts_at is 'First instant of the campaign.';
comment on column campaigns.ends_at is 'First instant after it; null: open.';
comment on column campaigns.interest_bps is 'The customer''s yearly rate, in hundredths of a percent.';
comment on column campaigns.min_order_cents is 'Least cart, included.';
comment on column campaigns.max_order_cents is 'Largest cart, included.';
comment on column campaigns.ending_told_at is 'When people were told that it ends soon.';
comment on column campaigns.created_at is 'When it was created.';
comment on column campaigns.changed_at is 'Last change by a person, of the program''s clock.';
comment on column campaigns.budget_cents is 'Most subsidy, VAT excluded, that it may cost; null: no limit.';
comment on column campaigns.budget_spent_at is 'When the budget was spent and it was paused.';
comment on column campaigns.report_told_at is 'When people were told that its report is ready.';
create index campaigns_by_audience on campaigns (merchant_id, mode, audience_id) where audience_id is not null;
create index campaigns_running on campaigns (merchant_id, mode, starts_at) where status in ('scheduled', 'active');
select isolate_tenants('campaigns');

create table campaign_articles (
  merchant_id uuid not null,
  mode mode not null,
  campaign_id uuid not null,
  article_id text not null,
  name text not null,
  url text,
  description text,
  image_url text,
  id_key text not null,
  name_key text not null,
  added_at timestamptz not null,
  revision int not null default 1,
  changed_by uuid references users,
  primary key (merchant_id, mode, campaign_id, article_id),
  foreign key (merchant_id, mode, campaign_id) references campaigns(merchant_id, mode, id) on delete cascade
);
comment on table campaign_articles is 'Articles to which a campaign is limited.';
comment on column campaign_articles.added_at is 'When it was added.';
select isolate_tenants('campaign_articles');

alter table operations add constraint operations_campaign foreign key (merchant_id, mode, campaign_id) references campaigns(merchant_id, mode, id);
