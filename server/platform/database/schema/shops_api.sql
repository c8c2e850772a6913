-- Orders that shops make through the API.

create table shop_orders (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  key_id uuid not null,
  tax_rate_bps int not null default 0 check (tax_rate_bps >= 0),
  discount_cents bigint not null default 0,
  discount_rate_bps int not null default 0 check (discount_rate_bps >= 0),
  difference_cents bigint not null default 0,
  extra_minutes int not null default 2880 check (extra_minutes >= 0 and extra_minutes <= 2880),
  success_url text,
  pending_url text,
  ko_url text,
  error_url text,
  dismiss_url text,
  close_on_success bool not null default false,
  customer jsonb not null default '{}'::jsonb,
  billing jsonb,
  shipping jsonb,
  event_on date,
  meta jsonb,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table shop_orders is 'What a shop''s program said of an order: discounts, addresses, where to return to.';
comment on column shop_orders.tax_rate_bps is 'Tax rate in hundredths of a percent.';
comment on column shop_orders.discount_cents is 'Discount on the order.';
comment on column shop_orders.discount_rate_bps is 'Discount in hundredths of a percent.';
comment on column shop_orders.difference_cents is 'Total less the sum of the articles.';
comment on column shop_orders.event_on is 'Day of the event that was bought.';
alter table shop_orders alter column merchant_id set (n_distinct = 3);
select isolate_tenants('shop_orders');

create table earlier_mids (
  merchant_id uuid not null,
  mode mode not null,
  mid text collate "C" not null check (length(mid) <= 64),
  operation_id uuid not null,
  replaced_at timestamptz not null,
  primary key (merchant_id, mode, mid, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table earlier_mids is 'Order numbers that an operation had before the shop changed them.';
comment on column earlier_mids.replaced_at is 'When it was replaced.';
select isolate_tenants('earlier_mids');
