-- Figures by day summed over all shops, for the console: kept by a job, empty at first.

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
