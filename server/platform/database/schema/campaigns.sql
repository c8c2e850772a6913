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
select isolate_tenants('campaign_articles');

create function deadlines_of_campaign(c campaigns) returns table(kind text, due_at timestamptz) stable language sql as $$
  select 'campaign_start', c.starts_at where c.status = 'scheduled'
  union all select 'campaign_end', c.ends_at where c.status in ('scheduled', 'active', 'paused') and c.ends_at is not null
  union all select 'campaign_ending', c.ends_at - interval '72 hours'
    where c.status = 'active' and c.ending_told_at is null and c.ends_at - interval '72 hours' > c.starts_at
  union all select 'campaign_report', (((c.ends_at - interval '1 microsecond') at time zone 'Europe/Madrid')::date + 1 + time '09:00') at time zone 'Europe/Madrid'
    where c.status = 'finished' and c.report_told_at is null and c.ends_at > c.starts_at
$$;

create function keep_campaign_deadlines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from deadlines d where d.merchant_id = old.merchant_id and d.mode = old.mode and d.object_id = old.id;
    return null;
  end if;
  delete from deadlines d where d.merchant_id = new.merchant_id and d.mode = new.mode and d.object_id = new.id
    and d.kind not in (select n.kind from deadlines_of_campaign(new) n);
  insert into deadlines as d (merchant_id, mode, object_id, kind, due_at) select new.merchant_id, new.mode, new.id, n.kind, n.due_at from deadlines_of_campaign(new) n
  on conflict (merchant_id, mode, object_id, kind) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at;
  return null;
end $$;

create trigger keep_campaign_deadlines after insert or delete or update of status, starts_at, ends_at, ending_told_at, report_told_at on campaigns
  for each row execute function keep_campaign_deadlines();

alter table operations add constraint operations_campaign foreign key (merchant_id, mode, campaign_id) references campaigns(merchant_id, mode, id);
