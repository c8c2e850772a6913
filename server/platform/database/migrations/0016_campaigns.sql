-- Campaigns: cheaper instalments that the shop pays for, the articles that they are about, and which operation came by which.

create table campaigns (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  name text not null,
  slug text not null,
  -- bulk: the whole catalogue; single: chosen articles
  scope text not null default 'bulk' check (scope in ('bulk', 'single')),
  -- As it was last written down; by the clock it starts and ends at its very time.
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'active', 'paused', 'finished')),
  starts_at timestamptz,
  -- The first instant at which it no longer runs; null: without end.
  ends_at timestamptz,
  -- What the customer pays: nominal, yearly, basis points.
  interest_bps integer check (interest_bps between 0 and 10000),
  num_instalments integer[] not null default '{}',
  min_order_cents bigint check (min_order_cents > 0),
  max_order_cents bigint check (max_order_cents > 0),
  waiting_months smallint not null default 0 check (waiting_months between 0 and 3),
  channels text[] not null default '{online,in_store,phone}' check (channels <@ array['online', 'in_store', 'phone']),
  audience_id uuid,
  -- Grows with every change that a person makes.
  revision integer not null default 1,
  -- When people were told that it is ending; null again when its end moves.
  ending_told_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users,
  changed_at timestamptz not null,
  changed_by uuid references users,
  primary key (merchant_id, mode, id),
  check (status = 'draft' or (name <> '' and starts_at is not null and interest_bps is not null and num_instalments <> '{}' and channels <> '{}'))
);

create index campaigns_running on campaigns (merchant_id, mode, starts_at) where status in ('scheduled', 'active');

create table campaign_articles (
  merchant_id uuid not null,
  mode mode not null,
  campaign_id uuid not null,
  -- The shop's own number of the article.
  article_id text not null,
  name text not null,
  url text,
  description text,
  image_url text,
  -- Number and name without accents or case: what the lines of a cart are known by.
  id_key text not null,
  name_key text not null,
  added_at timestamptz not null,
  primary key (merchant_id, mode, campaign_id, article_id),
  foreign key (merchant_id, mode, campaign_id) references campaigns on delete cascade
);

-- The campaign by which an operation got its rate, and the months of waiting that the shop pays for. What the campaign becomes later changes neither.
alter table operations
  add column campaign_id uuid,
  add column waiting_months smallint not null default 0 check (waiting_months between 0 and 3),
  add constraint operations_campaign foreign key (merchant_id, mode, campaign_id) references campaigns;
create index operations_by_campaign on operations (merchant_id, mode, campaign_id, created_at) where campaign_id is not null;

alter table deadlines drop constraint deadlines_kind_check;
alter table deadlines add constraint deadlines_kind_check
  check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release', 'campaign_start', 'campaign_ending', 'campaign_end'));

-- What a campaign waits for, said once for everybody who changes one. One of three days or less is not announced to be ending.
create function deadlines_of_campaign(c campaigns) returns table (kind text, due_at timestamptz) stable language sql as $$
  select 'campaign_start', c.starts_at where c.status = 'scheduled'
  union all select 'campaign_end', c.ends_at where c.status in ('scheduled', 'active', 'paused') and c.ends_at is not null
  union all select 'campaign_ending', c.ends_at - interval '72 hours'
    where c.status = 'active' and c.ending_told_at is null and c.ends_at - interval '72 hours' > c.starts_at
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
create trigger keep_campaign_deadlines after insert or delete or update of status, starts_at, ends_at, ending_told_at on campaigns
  for each row execute function keep_campaign_deadlines();

do $$
declare name text;
begin
  foreach name in array array['campaigns', 'campaign_articles'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy tenant on %I using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode())', name);
  end loop;
end $$;
