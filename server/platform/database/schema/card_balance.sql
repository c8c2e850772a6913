-- What card providers say that they moved on our balance with them, compared with the books day by day.

create table card_movements (
  provider text not null,
  reference text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'payout', 'other')),
  about text check (about in ('charge', 'refund', 'dispute')),
  about_id text,
  merchant_id uuid,
  operation_id uuid,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  currency text not null,
  at timestamptz not null,
  day date not null,
  read_at timestamptz not null,
  primary key (provider, reference),
  check (net_cents = amount_cents - fee_cents),
  check ((about is null) = (about_id is null))
);
comment on table card_movements is 'What a card provider says that it moved on our balance there: charges, refunds, disputes, its own fees and what it paid out to our bank account. Live only, append-only.';
comment on column card_movements.reference is 'The card provider''s id of it.';
comment on column card_movements.kind is 'As the card provider says; a refund that failed and a dispute that was won are movements back of the same kind.';
comment on column card_movements.about is 'What of ours it is about; null: nothing, or nothing that the card provider names.';
comment on column card_movements.about_id is 'The id of the charge or of the refund; of a dispute the card provider''s.';
comment on column card_movements.amount_cents is 'Positive: to our balance.';
comment on column card_movements.fee_cents is 'What the card provider kept of it.';
comment on column card_movements.net_cents is 'Amount less fee: by how much the balance changed.';
comment on column card_movements.at is 'When the card provider moved it.';
comment on column card_movements.day is 'In Madrid.';
comment on column card_movements.read_at is 'When we read it.';
create index card_movements_by_day on card_movements (provider, day);
create index card_movements_by_subject on card_movements (provider, about, about_id) where about is not null;
create index card_movements_by_operation on card_movements (operation_id) where operation_id is not null;
select isolate_in_scope('card_movements');
create trigger card_movements_append_only before delete or update or truncate on card_movements for each statement execute function refuse_change();

create table card_balance_days (
  provider text not null,
  day date not null,
  compared_at timestamptz,
  movements int not null default 0,
  charges_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  disputes_cents bigint not null default 0,
  fees_cents bigint not null default 0,
  payouts_cents bigint not null default 0,
  other_cents bigint not null default 0,
  ledger_cents bigint not null default 0,
  primary key (provider, day)
);
comment on table card_balance_days is 'Days of a card provider''s balance: read once they are over, and compared with the books. The first is the first whole day after this began.';
comment on column card_balance_days.day is 'In Madrid.';
comment on column card_balance_days.compared_at is 'When it was last read and compared; null: not yet.';
comment on column card_balance_days.movements is 'How many.';
comment on column card_balance_days.charges_cents is 'Charged to cards.';
comment on column card_balance_days.refunds_cents is 'Given back to cards, negative.';
comment on column card_balance_days.disputes_cents is 'Withdrawn by customers'' banks less what came back, negative.';
comment on column card_balance_days.fees_cents is 'What the card provider kept, negative.';
comment on column card_balance_days.payouts_cents is 'Paid out to our bank account, negative.';
comment on column card_balance_days.other_cents is 'Anything else.';
comment on column card_balance_days.ledger_cents is 'What the ledger says that cards paid on the day, less refunds, disputes and their fees.';

create table card_differences (
  id uuid primary key,
  provider text not null,
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount', 'currency', 'ledger')),
  about text not null check (about in ('charge', 'refund', 'dispute', 'operation', 'movement')),
  about_id text not null,
  merchant_id uuid,
  operation_id uuid,
  our_cents bigint,
  their_cents bigint,
  currency text,
  found_at timestamptz not null,
  settled_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid,
  note text check (length(note) between 1 and 300),
  check (resolved_at is null or settled_at is null),
  check ((resolved_at is null) = (note is null) and (resolved_at is null) = (resolved_by is null))
);
comment on table card_differences is 'What a card provider says otherwise than the books. Each is a task for the provider''s staff, until both sides agree or somebody says what became of it.';
comment on column card_differences.day is 'On which it was found to differ.';
comment on column card_differences.kind is 'ledger: charge, refund and dispute agree, and the lines of the ledger do not.';
comment on column card_differences.about_id is 'As in card_movements; of an operation its id, of a movement that is about nothing of ours the card provider''s.';
comment on column card_differences.our_cents is 'In the books; null: not there.';
comment on column card_differences.their_cents is 'At the card provider; null: not there.';
comment on column card_differences.currency is 'The card provider''s, where it is not the euro.';
comment on column card_differences.found_at is 'When it was found.';
comment on column card_differences.settled_at is 'When both sides agreed after all.';
comment on column card_differences.resolved_at is 'When staff said what became of it.';
comment on column card_differences.resolved_by is 'Who of the provider''s staff.';
create unique index card_differences_open on card_differences (provider, about, about_id) where settled_at is null and resolved_at is null;
create index card_differences_by_subject on card_differences (provider, about, about_id);
create index card_differences_by_time on card_differences (found_at desc, id desc);
select isolate_in_scope('card_differences');

create table simulated_card_movements (
  reference text primary key,
  kind text not null check (kind in ('hold', 'charge', 'refund', 'dispute')),
  merchant_id uuid not null,
  operation_id uuid not null,
  about text not null check (about in ('charge', 'refund', 'dispute')),
  about_id text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  at timestamptz not null
);
comment on table simulated_card_movements is 'What the simulated card provider remembers of its live balance, and whose its holds are.';
comment on column simulated_card_movements.amount_cents is 'Positive: charged.';
comment on column simulated_card_movements.fee_cents is 'What it kept.';
comment on column simulated_card_movements.at is 'When.';
create index simulated_card_movements_by_time on simulated_card_movements (at);
select isolate_in_scope('simulated_card_movements');
