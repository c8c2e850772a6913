-- The checkout: its steps, links and messages to the customer.

create table checkouts (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  submit_type text not null check (submit_type in ('user', 'vendors', 'online')),
  progress text not null default 'created' check (progress in ('created', 'sent', 'opened', 'consent_confirmed', 'in_checkout')),
  version int not null default 1,
  channels text[] not null default '{}',
  notes text,
  fixed_product text,
  fixed_instalments int,
  product text,
  num_instalments int,
  consents_given_at timestamptz,
  codes_sent int not null default 0,
  code_sent_at timestamptz,
  code_attempts int not null default 0,
  consent_confirmed_at timestamptz,
  device_hash bytea,
  birthday date,
  address jsonb,
  identified_at timestamptz,
  decided_at timestamptz,
  challenge_attempts int not null default 0,
  challenge_passed_at timestamptz,
  bank_linked_at timestamptz,
  decision_wait text check (decision_wait in ('engine', 'later', 'review')),
  decision_until timestamptz,
  reviewed_at timestamptz,
  opened_at timestamptz,
  resend_count int not null default 0,
  link_sent_at timestamptz,
  another_link_asked_at timestamptz,
  replaced_by uuid,
  created_by uuid references users,
  created_at timestamptz not null,
  phone_corrections int not null default 0 check (phone_corrections >= 0 and phone_corrections <= 2),
  language text,
  fixed_campaign uuid,
  opener_hash bytea,
  card_setup jsonb,
  primary key (merchant_id, mode, id),
  unique (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table checkouts is 'The customer''s way through a sale: what was said and proved at each step.';
comment on column checkouts.consents_given_at is 'Consents accepted.';
comment on column checkouts.code_sent_at is 'Last code sent.';
comment on column checkouts.consent_confirmed_at is 'Code entered correctly.';
comment on column checkouts.card_setup is 'The card provider''s page on which the customer is giving a card: our id, the provider''s reference, the address.';
comment on column checkouts.birthday is 'The customer''s.';
comment on column checkouts.identified_at is 'Identity data complete.';
comment on column checkouts.decided_at is 'A decision first let the customer go on.';
comment on column checkouts.challenge_passed_at is 'Identity check passed.';
comment on column checkouts.bank_linked_at is 'Bank account linked.';
comment on column checkouts.decision_wait is 'For whose decision the customer waits; null: for none.';
comment on column checkouts.decision_until is 'Who waits is decided by the fallback from here on.';
comment on column checkouts.reviewed_at is 'A person of the provider accepted it.';
comment on column checkouts.opened_at is 'Link first opened.';
comment on column checkouts.link_sent_at is 'Link last sent.';
comment on column checkouts.another_link_asked_at is 'The customer asked for another link.';
comment on column checkouts.created_at is 'When it was created.';
alter table checkouts alter column merchant_id set (n_distinct = 3);
create index checkouts_by_created on checkouts (merchant_id, mode, created_at desc);
select isolate_tenants('checkouts');

create table checkout_links (
  checkout_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  generation int not null default 1,
  short_hash bytea,
  short_until timestamptz
);
comment on table checkout_links is 'Finds the merchant of a checkout before any tenant is known; the generation makes earlier links void.';
comment on column checkout_links.short_hash is 'SHA-256 of the code of its short address; null: it has none.';
comment on column checkout_links.short_until is 'Until when the short address leads to it.';
create unique index checkout_links_short on checkout_links (short_hash);
select isolate_in_scope('checkout_links');

create table deliveries (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  checkout_id uuid,
  channel text not null check (channel in ('sms', 'email')),
  purpose text not null,
  credit_id uuid,
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'not_sent')),
  problem text check (problem in ('rejected', 'unreachable', 'sandbox')),
  generation int not null,
  created_at timestamptz not null,
  done_at timestamptz,
  receipt text,
  receipt_at timestamptz,
  primary key (merchant_id, mode, id),
  constraint deliveries_receipt check (receipt in ('delivered', 'failed')),
  constraint deliveries_purpose_check check (case
    when (purpose = 'refund') then (checkout_id is null)
    when (purpose in ('credit_account', 'credit_paid')) then (checkout_id is null and credit_id is not null)
    else ((purpose in ('link', 'code', 'outcome', 'authenticate', 'other_card', 'card_expiring', 'early', 'payment_noted')) and (checkout_id is not null))
end),
  foreign key (merchant_id, mode, checkout_id) references checkouts(merchant_id, mode, id)
);
comment on table deliveries is 'Messages to customers: link, code, outcome, refund, an instalment that only they can get paid, a card that expires before the next one, one that they paid outside the card, what they repaid early; of a credit, that an account is needed and that it was paid.';
comment on column deliveries.created_at is 'When it was created.';
comment on column deliveries.done_at is 'When it was sent or given up.';
comment on column deliveries.receipt is 'What the partner who sent it reported afterwards: whether it reached the phone.';
comment on column deliveries.receipt_at is 'When it reported that.';
alter table deliveries alter column merchant_id set (n_distinct = 3);
create index deliveries_by_checkout on deliveries (merchant_id, mode, checkout_id, created_at desc);
create index deliveries_by_credit on deliveries (merchant_id, mode, credit_id) where credit_id is not null;
select isolate_tenants('deliveries');

create table payment_methods (
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  provider text not null,
  token text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expires_on date,
  refused_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, mode, operation_id),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table payment_methods is 'The card on file of an operation, by the card provider''s token.';
comment on column payment_methods.refused_at is 'When its bank said that it must not be charged again without its customer; a card that replaces it, or news of it, starts anew.';
comment on column payment_methods.expires_on is 'The last day of its validity, where the provider says it.';
comment on column payment_methods.created_at is 'When it was created.';
alter table payment_methods alter column merchant_id set (n_distinct = 3);
select isolate_tenants('payment_methods');

create table charges (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  instalment int,
  attempt int not null default 1,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'authorised', 'captured', 'declined', 'released')),
  provider_reference text,
  waits_for text check (waits_for in ('customer', 'provider')),
  return_url text,
  action_url text,
  decline_code text,
  created_at timestamptz not null,
  refunded_cents bigint not null default 0,
  repays_all boolean,
  primary key (merchant_id, mode, id),
  constraint charges_refunded check (refunded_cents <= amount_cents and refunded_cents >= 0),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id),
  check (waits_for is null or state in ('asked', 'authorised'))
);
comment on table charges is 'Amounts asked of a customer''s card: down payment or an instalment, one row an attempt.';
comment on column charges.amount_cents is 'Asked.';
comment on column charges.waits_for is 'Whose answer is missing: the customer''s to their bank, or the card provider''s; null: nobody''s.';
comment on column charges.return_url is 'Where the customer''s browser returns from their bank; null: the customer was not present.';
comment on column charges.action_url is 'Where the customer authenticates the payment.';
comment on column charges.decline_code is 'The card provider''s word for why it was declined.';
comment on column charges.repays_all is 'An early repayment: of all that is left (true) or of the next instalment (false); null: of what is due.';
comment on column charges.refunded_cents is 'Given back to the card, or being given back.';
comment on column charges.created_at is 'When it was created.';
alter table charges alter column merchant_id set (n_distinct = 3);
create unique index charges_asked on charges (merchant_id, mode, operation_id) where state = 'asked';
create unique index charges_once on charges (merchant_id, mode, operation_id, coalesce(instalment, 0), attempt);
select isolate_tenants('charges');

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
  constraint noted_payments_once unique (merchant_id, mode, operation_id, instalment),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id)
);
comment on table noted_payments is 'Instalments that customers paid outside the card, as the provider''s staff noted them.';
comment on column noted_payments.amount_cents is 'Received: the whole instalment.';
comment on column noted_payments.received_on is 'Day on which the provider had the money.';
comment on column noted_payments.reason is 'How staff knows: the reference of the transfer, the number of the receipt.';
comment on column noted_payments.staff_id is 'Who of the provider noted it.';
comment on column noted_payments.created_at is 'When it was booked.';
alter table noted_payments alter column merchant_id set (n_distinct = 3);
select isolate_tenants('noted_payments');

create table partner_notifications (
  provider text not null,
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamptz not null,
  due_at timestamptz,
  attempts int not null default 0,
  problem text,
  primary key (provider, id)
);
comment on table partner_notifications is 'Signed notifications of the card provider, each once: ids alone, what they are about is read from the provider.';
comment on column partner_notifications.received_at is 'When it arrived first.';
comment on column partner_notifications.due_at is 'When it is read; null: done, or with a problem given up.';
create index partner_notifications_due on partner_notifications (due_at) where due_at is not null;
create index partner_notifications_received on partner_notifications (received_at);

create table simulated_card_records (
  id uuid primary key,
  reference text not null,
  state text not null check (state in ('waiting', 'approved', 'refused', 'ended')),
  amount_cents bigint not null,
  charge_reference text,
  return_url text,
  created_at timestamptz not null default now()
);
comment on table simulated_card_records is 'What the simulated card provider remembers: payments that its customer or itself has not answered, and refunds.';
comment on column simulated_card_records.amount_cents is 'Of the payment or the refund.';
comment on column simulated_card_records.created_at is 'When it was created.';
create index simulated_card_records_of_charge on simulated_card_records (charge_reference) where charge_reference is not null;
create index simulated_card_records_by_reference on simulated_card_records (reference);

create table identity_checks (
  id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  checkout_id uuid not null,
  operation_id uuid not null,
  attempt int not null,
  provider text not null,
  reference text,
  state text not null default 'asked'
    check (state in ('asked', 'needs_customer', 'needs_answer', 'pending', 'passed', 'failed', 'refused', 'needs_review', 'expired')),
  asks text check (asks in ('support_number', 'code')),
  action_url text,
  returned_at timestamptz,
  created_at timestamptz not null,
  due_at timestamptz,
  expires_at timestamptz not null,
  answered_at timestamptz,
  unique (checkout_id, attempt)
);
comment on table identity_checks is 'Checks of a customer''s identity by a partner, one row an attempt: ids and states alone, the person is known to the sale and to the partner.';
comment on column identity_checks.reference is 'The check''s at the partner; null: its answer has not arrived.';
comment on column identity_checks.asks is 'What the customer types on our page: the number of their document, or a code that the partner sent to their phone.';
comment on column identity_checks.action_url is 'The partner''s page, while the customer has to go there.';
comment on column identity_checks.returned_at is 'When the customer''s browser returned with its state, which is used once.';
comment on column identity_checks.created_at is 'When it was created.';
comment on column identity_checks.due_at is 'When the partner is asked about it again; null: it has answered.';
comment on column identity_checks.expires_at is 'Without an answer until then it has expired, and the customer may begin another one.';
comment on column identity_checks.answered_at is 'When the partner answered.';
create index identity_checks_due on identity_checks (due_at) where due_at is not null;
create index identity_checks_by_created on identity_checks (created_at);

create table simulated_checks (
  id uuid primary key,
  kind text not null check (kind in ('identity', 'bank')),
  state text not null default 'waiting' check (state in ('waiting', 'later', 'passed', 'failed', 'refused', 'needs_review', 'expired')),
  subject text not null,
  return_url text not null,
  created_at timestamptz not null default now()
);
comment on table simulated_checks is 'What the simulated identity and account-information partners remember: checks and consents, and what the customer answered on their pages.';
comment on column simulated_checks.subject is 'How an identity is checked, or the code of the bank.';
comment on column simulated_checks.created_at is 'When it was created.';

create table bank_consents (
  id uuid primary key,
  account_id uuid not null references accounts,
  mode mode not null,
  document_hash bytea not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'expired', 'failed')),
  error_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  merchant_id uuid references merchants,
  spare_cents bigint,
  tries int not null default 0,
  sends int not null default 0,
  sent_at timestamptz,
  checkout_id uuid,
  provider text,
  request_id uuid,
  reference text,
  bank_code text,
  action_url text,
  returned_at timestamptz
);
comment on table bank_consents is 'A customer''s consent to read their bank account, and the one figure that was read: the month''s surplus.';
comment on column bank_consents.amount_cents is 'Amount of the purchase that asked for it.';
comment on column bank_consents.created_at is 'When it was created.';
comment on column bank_consents.expires_at is 'Consent and figure are void after it.';
comment on column bank_consents.decided_at is 'When the bank answered.';
comment on column bank_consents.spare_cents is 'The month''s surplus; deleted after a day.';
comment on column bank_consents.sent_at is 'When the link to the bank was last sent.';
comment on column bank_consents.checkout_id is 'The sale that asks; null: asked before a sale.';
comment on column bank_consents.request_id is 'Our id of it at the account-information partner: another bank is another request.';
comment on column bank_consents.reference is 'The consent''s at the account-information partner; null: none begun, or its answer was lost.';
comment on column bank_consents.action_url is 'Where the customer answers their bank.';
comment on column bank_consents.returned_at is 'When the customer''s browser returned with its state, which is used once.';
create index bank_consents_by_checkout on bank_consents (checkout_id, created_at desc) where checkout_id is not null;
create index bank_consents_by_document on bank_consents (account_id, mode, document_hash, created_at desc);
create index bank_consents_by_expiry on bank_consents (expires_at);
create index bank_consents_with_sums on bank_consents (expires_at) where spare_cents is not null;

create table sms_sends (
  subject bytea not null,
  sent_at timestamptz not null
);
comment on table sms_sends is 'SMS sent to a hashed number, for the limit of a day.';
comment on column sms_sends.sent_at is 'When.';
create index sms_sends_by_subject on sms_sends (subject, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);
