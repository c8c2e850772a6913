-- Credit decisions: what each was taken from, those that wait, and the provider's thresholds.

create table decision_rules (
  version int generated always as identity primary key,
  effective_at timestamptz not null,
  bank_link_from_cents bigint not null check (bank_link_from_cents > 0),
  max_recent_requests int not null check (max_recent_requests > 0),
  max_live_plans int not null check (max_live_plans > 0),
  max_owed_cents bigint not null check (max_owed_cents >= 0),
  min_age_years int not null check (min_age_years >= 18),
  review_from_cents bigint check (review_from_cents > 0),
  reason text not null,
  created_at timestamptz not null,
  created_by uuid not null
);
comment on table decision_rules is 'The provider''s thresholds for the rules of decisions, as dated versions: the last one whose time has come is in force. None: those of the source.';
comment on column decision_rules.effective_at is 'In force from here on.';
comment on column decision_rules.bank_link_from_cents is 'The customer''s bank is asked from this amount.';
comment on column decision_rules.max_owed_cents is 'Limit of the debt of somebody with several plans, this request included.';
comment on column decision_rules.review_from_cents is 'A person decides from this amount.';
comment on column decision_rules.created_at is 'When it was created.';
comment on column decision_rules.created_by is 'The member of staff.';
create index decision_rules_by_time on decision_rules (effective_at desc, version desc);

create table decisions (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  checkout_id uuid not null,
  asked_at timestamptz not null,
  engine text not null check (engine in ('rules', 'external', 'fallback')),
  version text not null,
  rule text,
  outcome text check (outcome in ('accept', 'refuse', 'challenge', 'bank_link', 'review', 'later')),
  facts jsonb not null,
  facts_hash bytea not null,
  request text,
  until timestamptz,
  verdict text check (verdict in ('accept', 'refuse', 'challenge', 'bank_link', 'review')),
  verdict_rule text,
  verdict_by text check (verdict_by in ('staff', 'external', 'fallback')),
  verdict_staff_id uuid,
  verdict_reason text,
  verdict_at timestamptz,
  primary key (merchant_id, mode, id),
  check ((verdict is null) = (verdict_at is null) and (verdict is null) = (verdict_by is null)),
  check ((verdict_by = 'staff') = (verdict_staff_id is not null)),
  foreign key (merchant_id, mode, checkout_id) references checkouts(merchant_id, mode, id)
);
comment on table decisions is 'Each decision on a sale: by which engine and rule, from which facts, and the verdict of those that waited.';
comment on column decisions.asked_at is 'When it was asked for.';
comment on column decisions.version is 'Of the engine: the number of the thresholds (0: those of the source), or what the external engine says.';
comment on column decisions.outcome is 'Null while the external engine is being asked.';
comment on column decisions.facts is 'What the rules decide from: names nobody, holds no figure of a bank. Amounts in cents.';
comment on column decisions.facts_hash is 'HMAC of what the engine was given: the facts, or the request.';
comment on column decisions.request is 'What the external engine is sent, byte for byte; only until it has answered.';
comment on column decisions.until is 'Who waits is decided by the fallback from here on.';
comment on column decisions.verdict is 'What a decision that waited ended with.';
comment on column decisions.verdict_at is 'When.';
alter table decisions alter column merchant_id set (n_distinct = 3);
create index decisions_by_checkout on decisions (merchant_id, mode, checkout_id, asked_at desc);
create index decisions_by_time on decisions (merchant_id, mode, asked_at desc);
select isolate_tenants('decisions');

create table decision_queue (
  decision_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  attempts int not null default 0,
  ask_at timestamptz not null
);
comment on table decision_queue is 'Decisions that the external engine is to be asked for.';
comment on column decision_queue.ask_at is 'The next attempt.';
create index decision_queue_due on decision_queue (ask_at);
select isolate_in_scope('decision_queue');

create table manual_decisions (
  decision_id uuid primary key,
  merchant_id uuid not null,
  mode mode not null,
  checkout_id uuid not null,
  operation_id uuid not null,
  kind text not null check (kind in ('review', 'later')),
  rule text not null,
  amount_cents bigint not null check (amount_cents > 0),
  product text not null,
  since timestamptz not null,
  until timestamptz not null,
  closed_at timestamptz,
  verdict text check (verdict in ('accept', 'refuse', 'challenge', 'bank_link', 'review')),
  closed_by uuid,
  check (verdict is null or closed_at is not null)
);
comment on table manual_decisions is 'Decisions that wait for a member of staff or for the external engine, for the provider''s queue across shops: written with the decision, closed with its verdict or with the end of the sale.';
comment on column manual_decisions.kind is 'review: a person decides; later: the external engine said that it answers later.';
comment on column manual_decisions.amount_cents is 'Of the sale.';
comment on column manual_decisions.since is 'Waits from here on.';
comment on column manual_decisions.until is 'Who waits is decided by the fallback from here on.';
comment on column manual_decisions.closed_at is 'When it was decided, or the sale ended without it.';
comment on column manual_decisions.closed_by is 'The member of staff, if one decided.';
create index manual_decisions_open on manual_decisions (until) where closed_at is null;
create index manual_decisions_of_operation on manual_decisions (merchant_id, mode, operation_id) where closed_at is null;
select isolate_in_scope('manual_decisions');
