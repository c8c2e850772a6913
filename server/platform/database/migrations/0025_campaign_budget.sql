-- What a shop wants to spend on a campaign at most, what each operation was promised of it, and word of what a campaign came to.

alter table campaigns
  -- The cost to the shop from which it pauses by itself; null: without limit.
  add column budget_cents bigint check (budget_cents > 0),
  -- When that happened; null again once a person lets it run on.
  add column budget_spent_at timestamptz,
  -- When people were told what it came to.
  add column report_told_at timestamptz;

-- What the shop bears by the campaign once all of the order is captured: from the customer's choice on.
alter table operations add column campaign_promised_cents bigint not null default 0 check (campaign_promised_cents >= 0);

-- What an operation takes of its campaign's budget: what was promised while more of it may be captured, then what was paid. One that ended unpaid takes nothing.
create function campaign_cost(o operations) returns bigint immutable language sql as $$
  select case
    when o.category = 'in_process' or (o.category = 'accepted' and o.captured_cents + o.voided_cents < o.total_cents)
      then greatest(o.campaign_promised_cents, o.subsidy_cents)
    else o.subsidy_cents end
$$;

alter table deadlines drop constraint deadlines_kind_check;
alter table deadlines add constraint deadlines_kind_check check (kind in ('checkout_expiry', 'confirmation', 'capture', 'instalment', 'refund_release',
  'campaign_start', 'campaign_ending', 'campaign_end', 'campaign_report'));

-- As before, and at nine on the morning after its last day what it came to.
create or replace function deadlines_of_campaign(c campaigns) returns table (kind text, due_at timestamptz) stable language sql as $$
  select 'campaign_start', c.starts_at where c.status = 'scheduled'
  union all select 'campaign_end', c.ends_at where c.status in ('scheduled', 'active', 'paused') and c.ends_at is not null
  union all select 'campaign_ending', c.ends_at - interval '72 hours'
    where c.status = 'active' and c.ending_told_at is null and c.ends_at - interval '72 hours' > c.starts_at
  union all select 'campaign_report', (((c.ends_at - interval '1 microsecond') at time zone 'Europe/Madrid')::date + 1 + time '09:00') at time zone 'Europe/Madrid'
    where c.status = 'finished' and c.report_told_at is null and c.ends_at > c.starts_at
$$;

drop trigger keep_campaign_deadlines on campaigns;
create trigger keep_campaign_deadlines after insert or delete or update of status, starts_at, ends_at, ending_told_at, report_told_at on campaigns
  for each row execute function keep_campaign_deadlines();
