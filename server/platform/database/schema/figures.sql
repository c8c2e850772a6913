-- Figures by day, which the verbs that change operations keep: docs/decisions/0040-daily-aggregates.md. Without row-level security, since the provider reads them
-- across merchants: they hold numbers and ids, and every statement of a shop binds merchant and mode.

create table daily_requests (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  channel text not null,
  slot smallint not null,
  created int not null default 0,
  created_cents bigint not null default 0,
  opened int not null default 0,
  opened_cents bigint not null default 0,
  consented int not null default 0,
  consented_cents bigint not null default 0,
  identified int not null default 0,
  identified_cents bigint not null default 0,
  decided int not null default 0,
  decided_cents bigint not null default 0,
  accepted int not null default 0,
  accepted_cents bigint not null default 0,
  link_expired int not null default 0,
  link_expired_cents bigint not null default 0,
  dismissed int not null default 0,
  dismissed_cents bigint not null default 0,
  refused int not null default 0,
  refused_cents bigint not null default 0,
  stopped int not null default 0,
  stopped_cents bigint not null default 0,
  unconfirmed int not null default 0,
  unconfirmed_cents bigint not null default 0,
  uncaptured int not null default 0,
  uncaptured_cents bigint not null default 0,
  duplicated int not null default 0,
  duplicated_cents bigint not null default 0,
  primary key (merchant_id, mode, day, channel, slot)
) with (fillfactor = 70);
comment on table daily_requests is 'Steps and ends of requests for credit by day of Madrid, with the price of the operations; without what operation_changes still holds.';
comment on column daily_requests.slot is '0; servers of version 0.2.0 spread their rows over further ones.';
comment on column daily_requests.day is 'On which it happened.';
comment on column daily_requests.created is 'Opened by the shop.';
comment on column daily_requests.opened is 'The customer opened the link.';
comment on column daily_requests.consented is 'The customer entered the code.';
comment on column daily_requests.identified is 'The customer said who they are.';
comment on column daily_requests.decided is 'The first decision that let the customer go on.';
comment on column daily_requests.accepted is 'Signed.';
comment on column daily_requests.stopped is 'Cancelled by the shop before it captured.';
comment on column daily_requests.created_cents is 'Price of those.';
comment on column daily_requests.opened_cents is 'Price of those.';
comment on column daily_requests.consented_cents is 'Price of those.';
comment on column daily_requests.identified_cents is 'Price of those.';
comment on column daily_requests.decided_cents is 'Price of those.';
comment on column daily_requests.accepted_cents is 'Price of those.';
comment on column daily_requests.link_expired_cents is 'Price of those.';
comment on column daily_requests.dismissed_cents is 'Price of those.';
comment on column daily_requests.refused_cents is 'Price of those.';
comment on column daily_requests.stopped_cents is 'Price of those.';
comment on column daily_requests.unconfirmed_cents is 'Price of those.';
comment on column daily_requests.uncaptured_cents is 'Price of those.';
comment on column daily_requests.duplicated_cents is 'Price of those.';
create index daily_requests_of_all on daily_requests (day) where mode = 'live';
create index daily_requests_unfolded on daily_requests (day) where slot <> 0;

create table daily_sales (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  channel text not null,
  product text not null,
  campaign_id uuid not null,
  slot smallint not null,
  sold int not null default 0,
  sold_cents bigint not null default 0,
  captured int not null default 0,
  captured_cents bigint not null default 0,
  refunded int not null default 0,
  refunded_cents bigint not null default 0,
  cancelled int not null default 0,
  cancelled_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  primary key (merchant_id, mode, day, channel, product, campaign_id, slot)
) with (fillfactor = 70);
comment on table daily_sales is 'Sales and what went back by day of Madrid; without what operation_changes still holds.';
comment on column daily_sales.slot is 'As in daily_requests.';
comment on column daily_sales.day is 'On which it happened.';
comment on column daily_sales.campaign_id is 'Zeros: none.';
comment on column daily_sales.sold is 'First captures.';
comment on column daily_sales.sold_cents is 'Price of those operations.';
comment on column daily_sales.captured is 'Captures.';
comment on column daily_sales.captured_cents is 'Captured.';
comment on column daily_sales.refunded is 'Refunds that went out.';
comment on column daily_sales.refunded_cents is 'Given back by them.';
comment on column daily_sales.cancelled is 'Cancellations after capture that went out.';
comment on column daily_sales.cancelled_cents is 'Given back by them.';
comment on column daily_sales.fee_cents is 'Charged to the merchant, VAT excluded, less what went back.';
comment on column daily_sales.vat_cents is 'VAT on it.';
comment on column daily_sales.subsidy_cents is 'Subsidies, less what went back.';
create index daily_sales_of_all on daily_sales (day) where mode = 'live';
create index daily_sales_unfolded on daily_sales (day) where slot <> 0;

create table daily_buyers (
  merchant_id uuid not null,
  mode mode not null,
  day date not null,
  channel text not null,
  slot smallint not null,
  relation_new int not null default 0,
  relation_new_cents bigint not null default 0,
  relation_30 int not null default 0,
  relation_30_cents bigint not null default 0,
  relation_180 int not null default 0,
  relation_180_cents bigint not null default 0,
  relation_365 int not null default 0,
  relation_365_cents bigint not null default 0,
  relation_older int not null default 0,
  relation_older_cents bigint not null default 0,
  amount_50 int not null default 0,
  amount_50_cents bigint not null default 0,
  amount_100 int not null default 0,
  amount_100_cents bigint not null default 0,
  amount_200 int not null default 0,
  amount_200_cents bigint not null default 0,
  amount_400 int not null default 0,
  amount_400_cents bigint not null default 0,
  amount_800 int not null default 0,
  amount_800_cents bigint not null default 0,
  amount_1500 int not null default 0,
  amount_1500_cents bigint not null default 0,
  amount_more int not null default 0,
  amount_more_cents bigint not null default 0,
  hour_0 int not null default 0,
  hour_0_cents bigint not null default 0,
  hour_1 int not null default 0,
  hour_1_cents bigint not null default 0,
  hour_2 int not null default 0,
  hour_2_cents bigint not null default 0,
  hour_3 int not null default 0,
  hour_3_cents bigint not null default 0,
  hour_4 int not null default 0,
  hour_4_cents bigint not null default 0,
  hour_5 int not null default 0,
  hour_5_cents bigint not null default 0,
  hour_6 int not null default 0,
  hour_6_cents bigint not null default 0,
  hour_7 int not null default 0,
  hour_7_cents bigint not null default 0,
  hour_8 int not null default 0,
  hour_8_cents bigint not null default 0,
  hour_9 int not null default 0,
  hour_9_cents bigint not null default 0,
  hour_10 int not null default 0,
  hour_10_cents bigint not null default 0,
  hour_11 int not null default 0,
  hour_11_cents bigint not null default 0,
  hour_12 int not null default 0,
  hour_12_cents bigint not null default 0,
  hour_13 int not null default 0,
  hour_13_cents bigint not null default 0,
  hour_14 int not null default 0,
  hour_14_cents bigint not null default 0,
  hour_15 int not null default 0,
  hour_15_cents bigint not null default 0,
  hour_16 int not null default 0,
  hour_16_cents bigint not null default 0,
  hour_17 int not null default 0,
  hour_17_cents bigint not null default 0,
  hour_18 int not null default 0,
  hour_18_cents bigint not null default 0,
  hour_19 int not null default 0,
  hour_19_cents bigint not null default 0,
  hour_20 int not null default 0,
  hour_20_cents bigint not null default 0,
  hour_21 int not null default 0,
  hour_21_cents bigint not null default 0,
  hour_22 int not null default 0,
  hour_22_cents bigint not null default 0,
  hour_23 int not null default 0,
  hour_23_cents bigint not null default 0,
  primary key (merchant_id, mode, day, channel, slot)
) with (fillfactor = 70);
comment on table daily_buyers is 'Sales by the customer''s relation to the shop (new, or days since their first sale), by amount (up to so many euros) and by hour of Madrid, by day of the first capture; without what operation_changes still holds.';
comment on column daily_buyers.slot is 'As in daily_requests.';
comment on column daily_buyers.day is 'Of the sale.';
comment on column daily_buyers.relation_new_cents is 'Price of those.';
comment on column daily_buyers.relation_30_cents is 'Price of those.';
comment on column daily_buyers.relation_180_cents is 'Price of those.';
comment on column daily_buyers.relation_365_cents is 'Price of those.';
comment on column daily_buyers.relation_older_cents is 'Price of those.';
comment on column daily_buyers.amount_50_cents is 'Price of those.';
comment on column daily_buyers.amount_100_cents is 'Price of those.';
comment on column daily_buyers.amount_200_cents is 'Price of those.';
comment on column daily_buyers.amount_400_cents is 'Price of those.';
comment on column daily_buyers.amount_800_cents is 'Price of those.';
comment on column daily_buyers.amount_1500_cents is 'Price of those.';
comment on column daily_buyers.amount_more_cents is 'Price of those.';
comment on column daily_buyers.hour_0_cents is 'Price of those.';
comment on column daily_buyers.hour_1_cents is 'Price of those.';
comment on column daily_buyers.hour_2_cents is 'Price of those.';
comment on column daily_buyers.hour_3_cents is 'Price of those.';
comment on column daily_buyers.hour_4_cents is 'Price of those.';
comment on column daily_buyers.hour_5_cents is 'Price of those.';
comment on column daily_buyers.hour_6_cents is 'Price of those.';
comment on column daily_buyers.hour_7_cents is 'Price of those.';
comment on column daily_buyers.hour_8_cents is 'Price of those.';
comment on column daily_buyers.hour_9_cents is 'Price of those.';
comment on column daily_buyers.hour_10_cents is 'Price of those.';
comment on column daily_buyers.hour_11_cents is 'Price of those.';
comment on column daily_buyers.hour_12_cents is 'Price of those.';
comment on column daily_buyers.hour_13_cents is 'Price of those.';
comment on column daily_buyers.hour_14_cents is 'Price of those.';
comment on column daily_buyers.hour_15_cents is 'Price of those.';
comment on column daily_buyers.hour_16_cents is 'Price of those.';
comment on column daily_buyers.hour_17_cents is 'Price of those.';
comment on column daily_buyers.hour_18_cents is 'Price of those.';
comment on column daily_buyers.hour_19_cents is 'Price of those.';
comment on column daily_buyers.hour_20_cents is 'Price of those.';
comment on column daily_buyers.hour_21_cents is 'Price of those.';
comment on column daily_buyers.hour_22_cents is 'Price of those.';
comment on column daily_buyers.hour_23_cents is 'Price of those.';
create index daily_buyers_unfolded on daily_buyers (day) where slot <> 0;

create table daily_counts (
  merchant_id uuid not null,
  mode mode not null,
  kind text not null check (kind in ('instalments', 'seller', 'refund_reason', 'refund_age', 'refunder', 'decision')),
  day date not null,
  value text not null,
  channel text not null,
  slot smallint not null,
  many int not null default 0,
  cents bigint not null default 0,
  primary key (merchant_id, mode, kind, day, value, channel, slot)
) with (fillfactor = 70);
comment on table daily_counts is 'Sales, refunds and decisions by one property each and by day of Madrid; without what operation_changes still holds.';
comment on column daily_counts.slot is 'As in daily_requests.';
comment on column daily_counts.kind is 'The property: of sales their instalments and who opened them; of refunds their reason, days since the sale and who made them; of decisions rule and outcome.';
comment on column daily_counts.day is 'On which it happened.';
comment on column daily_counts.value is 'A code, a number, the id of a person, or empty.';
comment on column daily_counts.cents is 'Price of the sales, given back by the refunds, price of the sales decided on.';
create index daily_counts_of_all on daily_counts (kind, day) where mode = 'live' and kind in ('refund_reason', 'refund_age', 'decision');
create index daily_counts_unfolded on daily_counts (day) where slot <> 0;

create table provider_daily_requests (
  day date not null,
  channel text not null,
  created int not null default 0,
  created_cents bigint not null default 0,
  opened int not null default 0,
  opened_cents bigint not null default 0,
  consented int not null default 0,
  consented_cents bigint not null default 0,
  identified int not null default 0,
  identified_cents bigint not null default 0,
  decided int not null default 0,
  decided_cents bigint not null default 0,
  accepted int not null default 0,
  accepted_cents bigint not null default 0,
  link_expired int not null default 0,
  link_expired_cents bigint not null default 0,
  dismissed int not null default 0,
  dismissed_cents bigint not null default 0,
  refused int not null default 0,
  refused_cents bigint not null default 0,
  stopped int not null default 0,
  stopped_cents bigint not null default 0,
  unconfirmed int not null default 0,
  unconfirmed_cents bigint not null default 0,
  uncaptured int not null default 0,
  uncaptured_cents bigint not null default 0,
  duplicated int not null default 0,
  duplicated_cents bigint not null default 0,
  primary key (day, channel)
);
comment on table provider_daily_requests is 'daily_requests summed over all shops in live mode, of the days until provider_figures_until; written by server/sales/lifecycle/closeFigureDays.ts.';
comment on column provider_daily_requests.day is 'As in daily_requests, and so are the counters.';
comment on column provider_daily_requests.created_cents is 'Price of those.';
comment on column provider_daily_requests.opened_cents is 'Price of those.';
comment on column provider_daily_requests.consented_cents is 'Price of those.';
comment on column provider_daily_requests.identified_cents is 'Price of those.';
comment on column provider_daily_requests.decided_cents is 'Price of those.';
comment on column provider_daily_requests.accepted_cents is 'Price of those.';
comment on column provider_daily_requests.link_expired_cents is 'Price of those.';
comment on column provider_daily_requests.dismissed_cents is 'Price of those.';
comment on column provider_daily_requests.refused_cents is 'Price of those.';
comment on column provider_daily_requests.stopped_cents is 'Price of those.';
comment on column provider_daily_requests.unconfirmed_cents is 'Price of those.';
comment on column provider_daily_requests.uncaptured_cents is 'Price of those.';
comment on column provider_daily_requests.duplicated_cents is 'Price of those.';

create table provider_daily_sales (
  day date not null,
  channel text not null,
  sold int not null default 0,
  sold_cents bigint not null default 0,
  captured int not null default 0,
  captured_cents bigint not null default 0,
  refunded int not null default 0,
  refunded_cents bigint not null default 0,
  cancelled int not null default 0,
  cancelled_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  primary key (day, channel)
);
comment on table provider_daily_sales is 'daily_sales summed over all shops in live mode, of the days until provider_figures_until.';
comment on column provider_daily_sales.day is 'As in daily_sales, and so are the counters.';
comment on column provider_daily_sales.sold_cents is 'Price of those operations.';
comment on column provider_daily_sales.captured_cents is 'Captured.';
comment on column provider_daily_sales.refunded_cents is 'Given back by them.';
comment on column provider_daily_sales.cancelled_cents is 'Given back by them.';
comment on column provider_daily_sales.fee_cents is 'Charged to the merchants, VAT excluded, less what went back.';
comment on column provider_daily_sales.vat_cents is 'VAT on it.';
comment on column provider_daily_sales.subsidy_cents is 'Subsidies, less what went back.';

create table provider_daily_counts (
  kind text not null,
  day date not null,
  value text not null,
  many int not null default 0,
  cents bigint not null default 0,
  primary key (kind, day, value)
);
comment on table provider_daily_counts is 'daily_counts of refunds'' reasons and ages and of decisions, summed over all shops in live mode, of the days until provider_figures_until.';
comment on column provider_daily_counts.day is 'As in daily_counts, and so are kind and value.';
comment on column provider_daily_counts.cents is 'Given back by the refunds, price of the sales decided on.';

create table provider_figures_until (
  only_one bool primary key default true check (only_one),
  day date not null
);
comment on table provider_figures_until is 'Until which day the figures of all shops are summed in the tables above; no row: none is, and what they hold is made anew.';
comment on column provider_figures_until.day is 'Day of Madrid.';

create table operation_changes (
  merchant_id uuid not null,
  mode mode not null,
  id bigint generated always as identity,
  operation_id uuid,
  substatus text,
  changed_at timestamptz not null default clock_timestamp(),
  changed_in xid8 not null default pg_current_xact_id(),
  day date not null,
  fact text,
  sold boolean not null default false,
  channel text not null,
  product text,
  campaign_id uuid,
  price_cents bigint not null,
  cents bigint not null default 0,
  fee_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  subsidy_cents bigint not null default 0,
  counts text[],
  buyers text[],
  primary key (merchant_id, mode, id)
);
comment on table operation_changes is 'What changed of operations and is not yet added to the figures of the day, to provider_changes and to operation_lookups. Only inserted by who changes an operation, one row an entry of its history, so that none waits for another; added up and removed every few seconds by one writer (server/sales/lifecycle/foldChanges.ts). Readers add these rows to the sums.';
comment on column operation_changes.operation_id is 'Null: it only counts; nothing of the operation changed.';
comment on column operation_changes.substatus is 'After the change.';
comment on column operation_changes.changed_at is 'The change.';
comment on column operation_changes.changed_in is 'Its transaction.';
comment on column operation_changes.day is 'In Madrid, on which it happened.';
comment on column operation_changes.fact is 'What is counted; null: nothing.';
comment on column operation_changes.sold is 'The first capture.';
comment on column operation_changes.price_cents is 'Of the operation.';
comment on column operation_changes.cents is 'What moved.';
comment on column operation_changes.fee_cents is 'Charged to the merchant by it, VAT excluded; negative: given back.';
comment on column operation_changes.vat_cents is 'VAT on it.';
comment on column operation_changes.subsidy_cents is 'Subsidy charged by it; negative: given back.';
comment on column operation_changes.counts is 'Its properties in daily_counts, each as kind=value.';
comment on column operation_changes.buyers is 'Its columns of daily_buyers.';
select isolate_in_scope('operation_changes');

create table daily_arrears (
  merchant_id uuid not null,
  day date not null,
  age text not null check (age in ('1_30', '31_60', '61_90', '91')),
  operations int not null,
  cents bigint not null,
  primary key (day, merchant_id, age)
);
comment on table daily_arrears is 'What was overdue in live mode when it was counted, once a day, by days since the oldest unpaid instalment fell due.';
comment on column daily_arrears.day is 'Day of Madrid on which it was counted.';
comment on column daily_arrears.cents is 'Past due.';
select isolate_in_scope('daily_arrears');

create table arrears_counts (
  day date primary key,
  counted_at timestamptz not null
);
comment on table arrears_counts is 'The days on which arrears were counted.';
comment on column arrears_counts.day is 'Day of Madrid.';
comment on column arrears_counts.counted_at is 'When.';
