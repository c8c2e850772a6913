-- Identity checks and bank consents at partners that answer later, and receipts of text messages.

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

alter table bank_consents add column checkout_id uuid;
alter table bank_consents add column provider text;
alter table bank_consents add column request_id uuid;
alter table bank_consents add column reference text;
alter table bank_consents add column bank_code text;
alter table bank_consents add column action_url text;
alter table bank_consents add column returned_at timestamptz;
comment on column bank_consents.checkout_id is 'The sale that asks; null: asked before a sale.';
comment on column bank_consents.request_id is 'Our id of it at the account-information partner: another bank is another request.';
comment on column bank_consents.reference is 'The consent''s at the account-information partner; null: none begun, or its answer was lost.';
comment on column bank_consents.action_url is 'Where the customer answers their bank.';
comment on column bank_consents.returned_at is 'When the customer''s browser returned with its state, which is used once.';
create index bank_consents_by_checkout on bank_consents (checkout_id, created_at desc) where checkout_id is not null;

-- next transaction
alter table deliveries add column receipt text;
alter table deliveries add column receipt_at timestamptz;
alter table deliveries add constraint deliveries_receipt check (receipt in ('delivered', 'failed')) not valid;
comment on column deliveries.receipt is 'What the partner who sent it reported afterwards: whether it reached the phone.';
comment on column deliveries.receipt_at is 'When it reported that.';
