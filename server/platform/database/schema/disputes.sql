-- Card disputes: what cardholders dispute at their bank, the shops' answers, and where the money stands.

create table card_disputes (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  charge_id uuid not null,
  provider text not null,
  reference text not null,
  reason text not null check (reason in ('fraudulent', 'unrecognized', 'not_received', 'unacceptable', 'duplicate', 'refund_missing', 'cancelled', 'general')),
  reason_code text not null,
  state text not null check (state in ('inquiry', 'needs_response', 'under_review', 'won', 'lost', 'dismissed')),
  amount_cents bigint not null check (amount_cents > 0),
  withdrawn_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  held_cents bigint not null default 0,
  provider_cents bigint not null default 0,
  merchant_cents bigint not null default 0,
  merchant_fee_cents bigint not null default 0,
  merchant_vat_cents bigint not null default 0,
  opened_at timestamptz not null,
  noticed_at timestamptz not null,
  evidence_due_at timestamptz,
  answer text check (answer in ('evidence', 'accepted')),
  answer_text text check (length(answer_text) <= 10000),
  answered_at timestamptz,
  answered_by uuid references users on delete set null,
  sold_by_rules bool not null default true,
  act text check (act in ('submit', 'accept')),
  act_staff_id uuid,
  act_text text check (length(act_text) <= 5000),
  submitted_at timestamptz,
  bearer text check (bearer in ('merchant', 'provider')),
  closed_at timestamptz,
  closed_staff_id uuid,
  closed_reason text check (length(closed_reason) between 1 and 300),
  revision int not null default 1,
  primary key (merchant_id, mode, id),
  check ((answer is null) = (answered_at is null)),
  check ((state = 'lost') = (bearer is not null)),
  check ((state in ('won', 'lost', 'dismissed')) = (closed_at is not null)),
  check ((closed_staff_id is null) = (closed_reason is null)),
  constraint card_disputes_money check (withdrawn_cents = held_cents + provider_cents + merchant_cents and (state <> 'lost' or held_cents = 0)
    and (bearer is distinct from 'merchant' or provider_cents = 0) and (bearer = 'merchant' or merchant_cents = 0 and merchant_fee_cents = 0 and merchant_vat_cents = 0)),
  foreign key (merchant_id, mode, operation_id) references operations(merchant_id, mode, id),
  foreign key (merchant_id, mode, charge_id) references charges(merchant_id, mode, id)
);
comment on table card_disputes is 'Charges that their cardholder disputes at the bank: what the card provider says of them, the shop''s answer, and where the money stands.';
comment on column card_disputes.reference is 'The card provider''s id of the dispute.';
comment on column card_disputes.reason_code is 'The card provider''s own word for the reason.';
comment on column card_disputes.amount_cents is 'Disputed.';
comment on column card_disputes.withdrawn_cents is 'Withdrawn by the customer''s bank, less what came back.';
comment on column card_disputes.fee_cents is 'What the card provider charges for the dispute.';
comment on column card_disputes.held_cents is 'Of what was withdrawn: undecided.';
comment on column card_disputes.provider_cents is 'Of what was withdrawn: lost, borne by the provider.';
comment on column card_disputes.merchant_cents is 'Of what was withdrawn: lost, charged to the shop.';
comment on column card_disputes.merchant_fee_cents is 'The fee, as charged to the shop.';
comment on column card_disputes.merchant_vat_cents is 'VAT on that fee.';
comment on column card_disputes.opened_at is 'When the customer disputed the charge.';
comment on column card_disputes.noticed_at is 'When we knew of it.';
comment on column card_disputes.evidence_due_at is 'Until when the card provider accepts evidence; null: it does not.';
comment on column card_disputes.answered_at is 'When the shop last answered.';
comment on column card_disputes.sold_by_rules is 'False: staff found that the shop sold against the rules.';
comment on column card_disputes.act is 'What the card provider is to be told, until it was.';
comment on column card_disputes.act_text is 'What staff adds to the shop''s evidence.';
comment on column card_disputes.act_staff_id is 'Who of the provider decided it; null: the shop.';
comment on column card_disputes.submitted_at is 'When the card provider had the evidence.';
comment on column card_disputes.bearer is 'Who bears a lost one.';
comment on column card_disputes.closed_at is 'When it ended.';
comment on column card_disputes.closed_staff_id is 'Who of the provider ended it by hand.';
comment on column card_disputes.revision is 'Counts the changes: an answer of the card provider that was read before the last one is read again.';
alter table card_disputes alter column merchant_id set (n_distinct = 3);
create unique index card_disputes_once on card_disputes (merchant_id, mode, provider, reference);
create index card_disputes_by_operation on card_disputes (merchant_id, mode, operation_id);
create index card_disputes_by_charge on card_disputes (merchant_id, mode, charge_id);
create index card_disputes_to_answer on card_disputes (merchant_id, mode, evidence_due_at) where state in ('inquiry', 'needs_response');
create index card_disputes_answered on card_disputes (merchant_id, mode, answered_at) where answered_at is not null;
select isolate_tenants('card_disputes');

create table dispute_files (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  dispute_id uuid not null,
  kind text not null check (kind in ('delivery', 'communication', 'receipt', 'terms', 'other')),
  upload_id uuid not null,
  file_name text not null,
  media_type text not null,
  bytes int not null check (bytes > 0),
  uploaded_at timestamptz not null,
  uploaded_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, dispute_id) references card_disputes(merchant_id, mode, id)
);
comment on table dispute_files is 'Files that a shop gives as evidence, one of each kind; their bytes are in uploads.';
comment on column dispute_files.bytes is 'How many.';
comment on column dispute_files.uploaded_at is 'When.';
create unique index dispute_files_one_of_a_kind on dispute_files (merchant_id, mode, dispute_id, kind);
select isolate_tenants('dispute_files');

create table card_dispute_queue (
  dispute_id uuid primary key,
  merchant_id uuid not null references merchants,
  mode mode not null,
  operation_id uuid not null,
  provider text not null,
  reference text not null,
  reason text not null,
  state text not null,
  amount_cents bigint not null,
  opened_at timestamptz not null,
  evidence_due_at timestamptz,
  answer text,
  answered_at timestamptz,
  act text,
  submitted_at timestamptz,
  bearer text,
  closed_at timestamptz,
  attempts int not null default 0,
  due_at timestamptz
);
comment on table card_dispute_queue is 'Card disputes as in card_disputes: what workers do next, which shop a card provider''s id belongs to, and what the provider''s staff reads across shops. Written in the transaction of each change.';
comment on column card_dispute_queue.amount_cents is 'Disputed.';
comment on column card_dispute_queue.opened_at is 'When the customer disputed the charge.';
comment on column card_dispute_queue.evidence_due_at is 'Until when evidence is accepted.';
comment on column card_dispute_queue.answered_at is 'When the shop last answered.';
comment on column card_dispute_queue.submitted_at is 'When the card provider had the evidence.';
comment on column card_dispute_queue.closed_at is 'When it ended.';
comment on column card_dispute_queue.attempts is 'Calls of the card provider in a row that failed.';
comment on column card_dispute_queue.due_at is 'When the card provider is told or asked again; while somebody does, the end of their lease. Null: not any more.';
create unique index card_dispute_queue_by_reference on card_dispute_queue (provider, reference);
create index card_dispute_queue_due on card_dispute_queue (due_at) where due_at is not null;
create index card_dispute_queue_open on card_dispute_queue (evidence_due_at) where closed_at is null;
create index card_dispute_queue_by_time on card_dispute_queue (opened_at desc, dispute_id desc);
select isolate_in_scope('card_dispute_queue');

create table simulated_disputes (
  reference text primary key,
  merchant_id uuid not null,
  mode mode not null,
  operation_id uuid not null,
  charge_id uuid not null,
  state text not null check (state in ('inquiry', 'needs_response', 'under_review', 'won', 'lost', 'dismissed')),
  reason text not null,
  amount_cents bigint not null,
  withdrawn_cents bigint not null,
  fee_cents bigint not null,
  evidence text,
  opened_at timestamptz not null,
  evidence_due_at timestamptz not null
);
comment on table simulated_disputes is 'What the simulated card provider remembers of disputes.';
comment on column simulated_disputes.amount_cents is 'Disputed.';
comment on column simulated_disputes.withdrawn_cents is 'Withdrawn and not given back.';
comment on column simulated_disputes.fee_cents is 'Charged for it.';
comment on column simulated_disputes.opened_at is 'When it was opened.';
comment on column simulated_disputes.evidence_due_at is 'Until when evidence is accepted.';
create index simulated_disputes_by_time on simulated_disputes (opened_at);
select isolate_in_scope('simulated_disputes');
