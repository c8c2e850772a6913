-- Settlements with merchants, and their claims.

-- For the references of settlements: LIQ-<year>-<number>.
create sequence settlement_numbers;

create table settlements (
  merchant_id uuid not null references merchants,
  mode mode not null,
  id uuid not null,
  reference text not null,
  value_on date not null,
  net_cents bigint not null,
  period_from date not null,
  period_to date not null,
  cut_off_at timestamptz not null,
  status text not null default 'closed' check (status in ('closed', 'paid', 'compensated', 'returned')),
  opening_cents bigint not null default 0,
  sales_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  cancellations_cents bigint not null default 0,
  fees_cents bigint not null default 0,
  fee_refunds_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  vat_refunds_cents bigint not null default 0,
  subsidies_cents bigint not null default 0,
  subsidy_refunds_cents bigint not null default 0,
  reserve_held_cents bigint not null default 0 check (reserve_held_cents <= 0),
  reserve_released_cents bigint not null default 0 check (reserve_released_cents >= 0),
  closing_cents bigint not null default 0,
  order_count int not null default 0,
  refund_count int not null default 0,
  cancel_count int not null default 0,
  reserve_release_on date,
  reserve_released_in uuid,
  iban_last4 text,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  invoice_id uuid,
  collected_on date,
  collected_by uuid references users,
  minimum_fees_cents bigint not null default 0 check (minimum_fees_cents <= 0),
  minimum_fee_count int not null default 0,
  repayments_cents bigint not null default 0,
  repayment_count int not null default 0,
  vat_rounding_count int not null default 0,
  chargebacks_cents bigint not null default 0,
  dispute_fees_cents bigint not null default 0,
  chargeback_count int not null default 0,
  only_vat_bps int,
  only_tax_territory tax_territory,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, reference),
  constraint settlements_collected_paid check (collected_on is null or status = 'paid'),
  constraint settlements_collected_whole check ((collected_on is null) = (collected_by is null)),
  constraint settlements_equation check (opening_cents + repayments_cents + sales_cents + refunds_cents + cancellations_cents + chargebacks_cents + dispute_fees_cents + fees_cents + fee_refunds_cents + minimum_fees_cents + vat_cents + vat_refunds_cents + subsidies_cents + subsidy_refunds_cents + reserve_held_cents + reserve_released_cents = net_cents + closing_cents),
  constraint settlements_only_tax check ((only_vat_bps is null) = (only_tax_territory is null) and only_vat_bps >= 0 and only_vat_bps <= 10000),
  constraint settlements_pay_or_carry check (net_cents = 0 or net_cents >= 100)
);
comment on table settlements is 'What a merchant is paid for one value day, in sums that add up.';
comment on column settlements.value_on is 'Value day.';
comment on column settlements.net_cents is 'Paid: zero, or at least one euro.';
comment on column settlements.period_from is 'First day.';
comment on column settlements.period_to is 'Last day.';
comment on column settlements.cut_off_at is 'Nothing later is in it.';
comment on column settlements.opening_cents is 'Carried over from the previous one.';
comment on column settlements.sales_cents is 'Captures.';
comment on column settlements.refunds_cents is 'Refunds, negative.';
comment on column settlements.cancellations_cents is 'Cancellations, negative.';
comment on column settlements.fees_cents is 'Fees, negative, VAT excluded.';
comment on column settlements.fee_refunds_cents is 'Fees given back.';
comment on column settlements.vat_cents is 'VAT on fees, negative.';
comment on column settlements.vat_refunds_cents is 'VAT given back.';
comment on column settlements.subsidies_cents is 'Subsidies, negative.';
comment on column settlements.subsidy_refunds_cents is 'Subsidies given back.';
comment on column settlements.reserve_held_cents is 'Held back, negative.';
comment on column settlements.reserve_released_cents is 'Paid out of what was held back.';
comment on column settlements.closing_cents is 'Carried over to the next one.';
comment on column settlements.reserve_release_on is 'Day on which its reserve is released.';
comment on column settlements.paid_at is 'When its payout was confirmed.';
comment on column settlements.created_at is 'When it was created.';
comment on column settlements.collected_on is 'Day on which a person saw the payment at the bank.';
comment on column settlements.minimum_fees_cents is 'Missing to the minimum fee, negative, VAT excluded.';
comment on column settlements.chargebacks_cents is 'Lost card disputes charged to the shop, negative.';
comment on column settlements.dispute_fees_cents is 'Fees of those, negative, VAT excluded.';
comment on column settlements.repayments_cents is 'Repaid by debit or transfer.';
comment on column settlements.only_vat_bps is 'VAT rate of all its lines but repayments, in hundredths of a percent; null: there are several taxes or no lines, or it was made before this was kept.';
comment on column settlements.only_tax_territory is 'Whose tax all its lines but repayments bear.';
alter table settlements alter column merchant_id set (n_distinct = 10);
create index settlements_by_invoice on settlements (merchant_id, mode, invoice_id, value_on) where invoice_id is not null;
create index settlements_holding_reserve on settlements (merchant_id, mode, reserve_release_on) where reserve_held_cents < 0 and reserve_released_in is null;
create index settlements_not_collected on settlements (merchant_id, mode, value_on) where collected_on is null and net_cents > 0;
create index settlements_not_invoiced on settlements (merchant_id, mode, value_on) where invoice_id is null;
create unique index settlements_once on settlements (merchant_id, mode, value_on);
create index settlements_returned on settlements (merchant_id, mode) where status = 'returned';
create index settlements_to_pay on settlements (merchant_id, mode) where status = 'closed' and net_cents > 0;
select isolate_tenants('settlements');

create table settlement_lines (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid,
  kind text not null check (kind in ('order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding', 'chargeback')),
  refund_id uuid,
  capture_id uuid,
  gross_cents bigint not null,
  fee_cents bigint not null,
  vat_cents bigint not null,
  subsidy_cents bigint not null,
  net_cents bigint not null,
  occurred_at timestamptz not null,
  value_on date not null,
  settlement_id uuid,
  month_from date check (extract(day from month_from) = 1),
  repayment_of text check (repayment_of in ('debit', 'debit_return', 'transfer', 'transfer_back')),
  repayment_reference text check (length(repayment_reference) >= 1 and length(repayment_reference) <= 35),
  repayment_undone bool not null default false,
  vat_bps int check (vat_bps is null or vat_bps >= 0 and vat_bps <= 10000),
  dispute_id uuid,
  tax_territory tax_territory,
  primary key (merchant_id, mode, id),
  check (net_cents = gross_cents - fee_cents - vat_cents - subsidy_cents),
  constraint settlement_lines_of_dispute check ((dispute_id is null) = (kind <> 'chargeback')),
  constraint settlement_lines_of_month check ((month_from is null) = (kind <> 'fee_minimum')),
  constraint settlement_lines_of_operation check ((operation_id is null) = (kind in ('fee_minimum', 'repayment', 'vat_rounding'))),
  constraint settlement_lines_repayment check ((kind = 'repayment') = (repayment_of is not null) and (kind = 'repayment') = (repayment_reference is not null) and (not repayment_undone or repayment_of = 'transfer') and (kind <> 'repayment' or fee_cents = 0 and vat_cents = 0 and subsidy_cents = 0 and net_cents = gross_cents and net_cents <> 0 and (net_cents < 0) = (repayment_of in ('debit_return', 'transfer_back')))),
  constraint settlement_lines_rounds_vat check (kind <> 'vat_rounding' or gross_cents = 0 and fee_cents = 0 and subsidy_cents = 0 and vat_cents <> 0 and vat_bps is not null),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id),
  foreign key (merchant_id, mode, settlement_id) references settlements(merchant_id, mode, id)
);
comment on table settlement_lines is 'What each capture, refund, fee or repayment adds to a settlement.';
comment on column settlement_lines.gross_cents is 'Captured positive, refunded negative.';
comment on column settlement_lines.fee_cents is 'Fee, VAT excluded; negative when given back.';
comment on column settlement_lines.vat_cents is 'VAT on the fee.';
comment on column settlement_lines.subsidy_cents is 'Subsidy of the rate.';
comment on column settlement_lines.net_cents is 'Gross less fee, VAT and subsidy.';
comment on column settlement_lines.occurred_at is 'When it happened.';
comment on column settlement_lines.value_on is 'Value day on which it is settled.';
comment on column settlement_lines.month_from is 'First day of the month of a minimum fee.';
comment on column settlement_lines.dispute_id is 'The lost card dispute.';
comment on column settlement_lines.tax_territory is 'Whose tax it bears; null: that of its operation or, without one, of the peninsula.';
comment on column settlement_lines.vat_bps is 'VAT rate in hundredths of a percent.';
alter table settlement_lines alter column merchant_id set (n_distinct = 3);
create index settlement_lines_by_operation on settlement_lines (merchant_id, mode, operation_id, occurred_at);
create index settlement_lines_by_time on settlement_lines (merchant_id, mode, occurred_at, id);
create unique index settlement_lines_minimum_once on settlement_lines (merchant_id, mode, month_from) where kind = 'fee_minimum';
create index settlement_lines_of_settlement on settlement_lines (merchant_id, mode, settlement_id, occurred_at, id) include (kind);
create index settlement_lines_pending on settlement_lines (merchant_id, mode, value_on) where settlement_id is null;
create unique index settlement_lines_repaid_once on settlement_lines (merchant_id, mode, repayment_of, repayment_reference) where kind = 'repayment';
create unique index settlement_lines_rounded_once on settlement_lines (merchant_id, mode, settlement_id, vat_bps) where kind = 'vat_rounding';
select isolate_tenants('settlement_lines');

create table bank_references (
  kind text not null check (kind in ('payout', 'debit', 'mandate', 'transfer', 'credit')),
  reference text not null,
  merchant_id uuid not null,
  primary key (kind, reference)
);
comment on table bank_references is 'References that a bank knows, each used once across all shops.';
comment on column bank_references.kind is 'payout, debit, mandate, credit: given by us; transfer: the bank''s, of a shop''s transfer that is credited, deleted when the credit is undone';
select isolate_in_scope('bank_references');

create table settlement_runs (
  merchant_id uuid not null,
  mode mode not null,
  settled_until date not null,
  failed_at timestamptz,
  failure text,
  primary key (merchant_id, mode)
);
comment on table settlement_runs is 'Until which day each merchant is settled.';
comment on column settlement_runs.settled_until is 'Last day that is settled; -infinity: none.';
comment on column settlement_runs.failed_at is 'When the last run failed; null: it did not.';
comment on column settlement_runs.failure is 'Name and code of the error, without its message.';
create index settlement_runs_failed on settlement_runs (failed_at) where failed_at is not null;
select isolate_in_scope('settlement_runs');

create table settlement_claims (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  settlement_id uuid not null,
  about text not null check (about in ('lines', 'bank')),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  difference_cents bigint not null check (difference_cents <> 0),
  bank_cents bigint check (bank_cents >= 0),
  bank_on date,
  note text check (length(note) >= 1 and length(note) <= 1000),
  evidence jsonb not null,
  opened_at timestamptz not null,
  opened_by uuid references users on delete set null,
  answer text check (length(answer) >= 1 and length(answer) <= 1000),
  answered_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  check ((about = 'bank') = (bank_cents is not null)),
  constraint settlement_claims_check1 check ((answer is null) = (answered_at is null)),
  constraint settlement_claims_check2 check ((state = 'closed') = (closed_at is not null)),
  constraint settlement_claims_check3 check (state <> 'answered' or answer is not null),
  foreign key (merchant_id, mode, settlement_id) references settlements(merchant_id, mode, id)
);
comment on table settlement_claims is 'Differences that a merchant claims in a settlement.';
comment on column settlement_claims.difference_cents is 'What the merchant sees less what the settlement says; negative: money is missing.';
comment on column settlement_claims.bank_cents is 'What the bank statement shows.';
comment on column settlement_claims.bank_on is 'Day of the bank''s movement.';
comment on column settlement_claims.opened_at is 'Claimed.';
comment on column settlement_claims.answered_at is 'Answered by the provider.';
comment on column settlement_claims.closed_at is 'Closed.';
create index settlement_claims_closed on settlement_claims (merchant_id, mode, closed_at) where state = 'closed';
create index settlement_claims_of_settlement on settlement_claims (merchant_id, mode, settlement_id, opened_at desc);
create unique index settlement_claims_standing on settlement_claims (merchant_id, mode, settlement_id) where state <> 'closed';
select isolate_tenants('settlement_claims');

create table settlement_claim_queue (
  claim_id uuid primary key,
  merchant_id uuid not null,
  reference text not null,
  difference_cents bigint not null,
  opened_at timestamptz not null
);
comment on table settlement_claim_queue is 'Claims that wait for an answer, across merchants.';
comment on column settlement_claim_queue.reference is 'The settlement''s.';
comment on column settlement_claim_queue.difference_cents is 'The claim''s.';
comment on column settlement_claim_queue.opened_at is 'The claim''s.';
create index settlement_claim_queue_in_order on settlement_claim_queue (opened_at, claim_id);
select isolate_in_scope('settlement_claim_queue');
