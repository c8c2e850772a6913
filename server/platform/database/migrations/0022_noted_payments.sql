-- Instalments that customers paid outside the card, noted by the provider's staff. Customers are told of them by e-mail, and of what they repaid early.

create table noted_payments (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  instalment int not null,
  amount_cents bigint not null check (amount_cents > 0),
  way text not null check (way in ('transfer', 'cash')),
  received_on date not null,
  reason text not null check (length(reason) between 1 and 300),
  staff_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, mode, id),
  constraint noted_payments_once unique (merchant_id, mode, operation_id, instalment)
);
comment on table noted_payments is 'Instalments that customers paid outside the card, as the provider''s staff noted them.';
comment on column noted_payments.amount_cents is 'Received: the whole instalment.';
comment on column noted_payments.received_on is 'Day on which the provider had the money.';
comment on column noted_payments.reason is 'How staff knows: the reference of the transfer, the number of the receipt.';
comment on column noted_payments.staff_id is 'Who of the provider noted it.';
comment on column noted_payments.created_at is 'When it was booked.';
alter table noted_payments alter column merchant_id set (n_distinct = 3);
select isolate_tenants('noted_payments');

-- next transaction
alter table noted_payments add foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id);

-- next transaction
alter table ledger_journals drop constraint ledger_journals_kind_check;
alter table ledger_journals add constraint ledger_journals_kind_check check (kind in ('capture', 'refund', 'cancel', 'instalment', 'payout', 'fee_minimum', 'repayment', 'vat_rounding', 'credit_payment', 'dispute', 'noted_payment')) not valid;

-- next transaction
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check check (case
    when (purpose = 'refund') then (checkout_id is null)
    when (purpose in ('credit_account', 'credit_paid')) then (checkout_id is null and credit_id is not null)
    else ((purpose in ('link', 'code', 'outcome', 'authenticate', 'other_card', 'early', 'payment_noted')) and (checkout_id is not null))
end) not valid;
comment on table deliveries is 'Messages to customers: link, code, outcome, refund, an instalment that only they can get paid, one that they paid outside the card, what they repaid early; of a credit, that an account is needed and that it was paid.';
