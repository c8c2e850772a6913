-- What changes of operations add to the figures of the day and to the provider's list of changes is appended, and added up by a job.

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

comment on table daily_requests is 'Steps and ends of requests for credit by day of Madrid, with the price of the operations; without what operation_changes still holds.';
comment on column daily_requests.slot is '0; servers of version 0.2.0 spread their rows over further ones.';
comment on table daily_sales is 'Sales and what went back by day of Madrid; without what operation_changes still holds.';
comment on column daily_sales.slot is 'As in daily_requests.';
comment on table daily_buyers is 'Sales by the customer''s relation to the shop (new, or days since their first sale), by amount (up to so many euros) and by hour of Madrid, by day of the first capture; without what operation_changes still holds.';
comment on column daily_buyers.slot is 'As in daily_requests.';
comment on table daily_counts is 'Sales, refunds and decisions by one property each and by day of Madrid; without what operation_changes still holds.';
comment on column daily_counts.slot is 'As in daily_requests.';
