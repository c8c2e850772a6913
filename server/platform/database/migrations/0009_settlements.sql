-- Settlements as they are paid: their period, their equation, their payout.

alter table merchants
  add column payment_frequency text not null default 'daily' check (payment_frequency in ('daily', 'weekly')),
  -- Share of each settlement held back, in basis points of a percent, and for how many days; 0 for most shops.
  add column reserve_bps integer not null default 0 check (reserve_bps between 0 and 10000),
  add column reserve_days integer not null default 90 check (reserve_days between 1 and 3650);

-- Where money goes. One active account for each shop at a time.
create table bank_accounts (
  id uuid primary key,
  account_id uuid not null references accounts,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  holder_name text not null,
  created_at timestamptz not null
);
alter table merchants add column bank_account_id uuid references bank_accounts;

alter table settlements
  add column period_from date,
  add column period_to date,
  add column cut_off_at timestamptz,
  add column status text not null default 'closed' check (status in ('closed', 'paid', 'compensated', 'returned')),
  add column opening_cents bigint not null default 0,
  add column sales_cents bigint not null default 0,
  add column refunds_cents bigint not null default 0,
  add column cancellations_cents bigint not null default 0,
  add column fees_cents bigint not null default 0,
  add column fee_refunds_cents bigint not null default 0,
  add column vat_cents bigint not null default 0,
  add column vat_refunds_cents bigint not null default 0,
  add column subsidies_cents bigint not null default 0,
  add column subsidy_refunds_cents bigint not null default 0,
  add column reserve_held_cents bigint not null default 0 check (reserve_held_cents <= 0),
  add column reserve_released_cents bigint not null default 0 check (reserve_released_cents >= 0),
  add column closing_cents bigint not null default 0,
  add column order_count integer not null default 0,
  add column refund_count integer not null default 0,
  add column cancel_count integer not null default 0,
  -- When what was held back comes free, and in which settlement it did.
  add column reserve_release_on date,
  add column reserve_released_in uuid,
  add column iban_last4 text,
  add column paid_at timestamptz,
  add column created_at timestamptz not null default now();

-- A settlement's lines in their order; what follows reads by it.
create index settlement_lines_of_settlement on settlement_lines (merchant_id, mode, settlement_id, occurred_at, id) include (kind);

-- Those that were there were the plain sums of their lines: each gets its place in the equation, the oldest first. Shop by shop, because the
-- tables' owner may stand behind the wall too.
do $$
declare shop record; one record; carried bigint;
begin
  for shop in select m.id, s as mode from merchants m, unnest(enum_range(null::mode)) s loop
    perform set_config('app.merchant_id', shop.id::text, true), set_config('app.mode', shop.mode::text, true);
    carried := 0;
    for one in select s.id from settlements s where s.merchant_id = shop.id and s.mode = shop.mode order by s.value_on loop
      update settlements s set
        (period_from, sales_cents, refunds_cents, cancellations_cents, fees_cents, fee_refunds_cents, vat_cents, vat_refunds_cents, subsidies_cents,
          subsidy_refunds_cents, order_count, refund_count, cancel_count) = (
          select coalesce(min((l.occurred_at at time zone 'Europe/Madrid')::date), s.value_on - 1),
            coalesce(sum(l.gross_cents) filter (where l.kind = 'order'), 0), coalesce(sum(l.gross_cents) filter (where l.kind = 'refund'), 0),
            coalesce(sum(l.gross_cents) filter (where l.kind = 'cancel'), 0),
            coalesce(-sum(l.fee_cents) filter (where l.kind = 'order'), 0), coalesce(-sum(l.fee_cents) filter (where l.kind <> 'order'), 0),
            coalesce(-sum(l.vat_cents) filter (where l.kind = 'order'), 0), coalesce(-sum(l.vat_cents) filter (where l.kind <> 'order'), 0),
            coalesce(-sum(l.subsidy_cents) filter (where l.kind = 'order'), 0), coalesce(-sum(l.subsidy_cents) filter (where l.kind <> 'order'), 0),
            count(*) filter (where l.kind = 'order'), count(*) filter (where l.kind = 'refund'), count(*) filter (where l.kind = 'cancel')
          from settlement_lines l where l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id),
        period_to = s.value_on - 1,
        cut_off_at = s.value_on::timestamp at time zone 'Europe/Madrid',
        opening_cents = carried,
        closing_cents = case when carried + s.net_cents < 100 then carried + s.net_cents else 0 end,
        net_cents = case when carried + s.net_cents < 100 then 0 else carried + s.net_cents end,
        status = case when carried + s.net_cents < 100 then 'compensated' when s.mode = 'live' then 'paid' else 'closed' end,
        paid_at = case when s.mode = 'live' and carried + s.net_cents >= 100 then (s.value_on + time '07:00') at time zone 'Europe/Madrid' end,
        created_at = s.value_on::timestamp at time zone 'Europe/Madrid'
      where s.merchant_id = shop.id and s.mode = shop.mode and s.id = one.id
      returning closing_cents into carried;
    end loop;
  end loop;
  perform set_config('app.merchant_id', '', true), set_config('app.mode', '', true);
end $$;

alter table settlements
  alter column period_from set not null,
  alter column period_to set not null,
  alter column cut_off_at set not null,
  add constraint settlements_pay_or_carry check (net_cents = 0 or net_cents >= 100),
  -- The equation, every term signed as it enters it.
  add constraint settlements_equation check (opening_cents + sales_cents + refunds_cents + cancellations_cents + fees_cents + fee_refunds_cents
    + vat_cents + vat_refunds_cents + subsidies_cents + subsidy_refunds_cents + reserve_held_cents + reserve_released_cents = net_cents + closing_cents);

-- Exactly one settlement for a shop, mode and value date, whatever crashes or runs twice.
create unique index settlements_once on settlements (merchant_id, mode, value_on);
create index settlements_holding_reserve on settlements (merchant_id, mode, reserve_release_on) where reserve_held_cents < 0 and reserve_released_in is null;
create index settlements_to_pay on settlements (merchant_id, mode) where status = 'closed' and net_cents > 0;

-- Numbers of settlements: one row of numbers over all shops, because the reference is also the bank's.
create sequence settlement_numbers start 100001;

-- Up to which value date each shop has had its turn: ids and days only, outside the wall, so that a worker finds whose turn it is. The row is
-- also the lock under which a shop is settled.
create table settlement_turns (
  merchant_id uuid not null,
  mode mode not null,
  settled_until date not null,
  primary key (merchant_id, mode)
);

-- Transfers to shops' banks, one for each settlement that pays. The reference is the end-to-end id: the bank refuses a second one. It is the
-- settlement's, with a further number when a returned payment is sent again.
create table payouts (
  merchant_id uuid not null,
  mode mode not null check (mode = 'live'),
  settlement_id uuid not null,
  reference text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  iban text not null,
  holder_name text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'confirmed', 'returned')),
  attempts integer not null default 0,
  value_on date not null,
  sent_at timestamptz,
  done_at timestamptz,
  -- The bank's own code, when it sent the money back.
  return_code text,
  primary key (merchant_id, mode, settlement_id),
  foreign key (merchant_id, mode, settlement_id) references settlements
);
alter table payouts enable row level security, force row level security;
create policy tenant on payouts using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());

-- Payouts that the bank must be told of or asked about: references only, outside the wall. `message_id`: the file that it belongs to, fixed
-- before that is sent, so that the same file is sent again whenever nobody knows whether it arrived.
create table payout_queue (
  merchant_id uuid not null,
  settlement_id uuid not null,
  reference text not null unique,
  message_id text,
  ask_at timestamptz not null,
  primary key (merchant_id, settlement_id)
);
create index payout_queue_due on payout_queue (ask_at);
