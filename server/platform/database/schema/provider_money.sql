-- The provider's money over all merchants. Settlements, payouts, debits and the ledger are read one merchant at a time; what staff lists or sums up
-- across merchants is written here too, in the transaction of the fact. `server/money/ledger/proveBooks.ts` proves that both say the same.

create table listed_settlements (
  merchant_id uuid not null references merchants,
  id uuid not null,
  reference text not null,
  value_on date not null,
  created_at timestamptz not null,
  net_cents bigint not null,
  closing_cents bigint not null,
  status text not null check (status in ('closed', 'paid', 'compensated', 'returned')),
  payout_state text check (payout_state in ('queued', 'sent', 'confirmed', 'returned')),
  payout_reference text,
  message_id text,
  iban_last4 text,
  sent_at timestamptz,
  done_at timestamptz,
  return_code text,
  primary key (merchant_id, id)
);
comment on table listed_settlements is 'Live settlements with their payouts, for the provider''s lists over all merchants; written by server/money/settlements/settlementChanged.ts.';
comment on column listed_settlements.value_on is 'Value day.';
comment on column listed_settlements.created_at is 'When it was created.';
comment on column listed_settlements.net_cents is 'Paid.';
comment on column listed_settlements.closing_cents is 'Carried over to the next one; negative: the merchant owes it.';
comment on column listed_settlements.payout_state is 'Of its payout; null: it has none.';
comment on column listed_settlements.message_id is 'The file in which the payout was last sent.';
comment on column listed_settlements.sent_at is 'Sent to the bank.';
comment on column listed_settlements.done_at is 'Confirmed or returned.';
create index listed_settlements_by_day on listed_settlements (value_on, id);
create index listed_settlements_by_reference on listed_settlements (reference text_pattern_ops);
create index listed_settlements_in_debt on listed_settlements (merchant_id, value_on) include (closing_cents);
create index listed_settlements_in_file on listed_settlements (message_id) where message_id is not null;
create index listed_settlements_to_pay on listed_settlements (payout_state, value_on, id) where payout_state in ('queued', 'sent', 'returned');
select isolate_in_scope('listed_settlements');

create table listed_debits (
  merchant_id uuid not null references merchants,
  id uuid not null,
  reference text not null,
  state text not null check (state in ('notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled')),
  announced_cents bigint not null,
  charged_cents bigint,
  due_on date not null,
  announced_at timestamptz not null,
  done_at timestamptz,
  reason_code text,
  primary key (merchant_id, id)
);
comment on table listed_debits is 'Direct debits, for the provider''s lists over all merchants; written by server/money/debits/listDebit.ts.';
comment on column listed_debits.announced_cents is 'Amount announced to the merchant.';
comment on column listed_debits.charged_cents is 'Amount sent to the bank.';
comment on column listed_debits.due_on is 'Day of the debit.';
comment on column listed_debits.announced_at is 'When the merchant was told.';
comment on column listed_debits.done_at is 'When its outcome was final.';
create index listed_debits_by_day on listed_debits (due_on, id);
create index listed_debits_by_reference on listed_debits (reference text_pattern_ops);
select isolate_in_scope('listed_debits');

create table payout_files (
  message_id text primary key,
  transfers int not null check (transfers > 0),
  total_cents bigint not null check (total_cents > 0),
  xml text not null,
  made_by uuid references staff on delete set null,
  made_at timestamptz not null,
  accepted_at timestamptz,
  kind text not null default 'transfers' check (kind in ('transfers', 'debits')),
  written_at timestamptz,
  handed_at timestamptz,
  rejected_at timestamptz
);
comment on table payout_files is 'Files of transfers (pain.001) and of direct debits (pain.008) as they were last sent to the bank.';
comment on column payout_files.kind is 'Transfers, or direct debits.';
comment on column payout_files.written_at is 'When its temporary file in PAYOUT_DIR was complete: from then on it is only renamed, so that it is never written twice.';
comment on column payout_files.handed_at is 'When it was handed over: in PAYOUT_DIR under its own name, or to a person. It does not change any more. Null: by other means.';
comment on column payout_files.rejected_at is 'When the bank said that it rejected the whole file.';
comment on column payout_files.total_cents is 'Sum of its transfers.';
comment on column payout_files.made_by is 'The member of staff who made it by hand; null: made by itself.';
comment on column payout_files.made_at is 'When it was made.';
comment on column payout_files.accepted_at is 'When the bank took it; null: not known to have it.';
create index payout_files_in_order on payout_files (made_at, message_id);

create table bank_files (
  id uuid primary key,
  sha256 bytea not null unique check (length(sha256) = 32),
  name text not null,
  content bytea not null,
  format text check (format in ('pain002', 'camt052', 'camt053', 'camt054')),
  message_id text not null default '',
  source text not null check (source in ('console', 'folder', 'api')),
  staff_id uuid references staff on delete set null,
  provider_key_id uuid references provider_keys,
  read_at timestamptz not null,
  problem jsonb,
  due_at timestamptz,
  check ((format is null) = (problem is not null))
);
comment on table bank_files is 'Files of the bank with statuses and account movements that were read in, each once.';
comment on column bank_files.sha256 is 'Of its bytes: the same file is not read twice.';
comment on column bank_files.content is 'Its bytes.';
comment on column bank_files.format is 'The message of ISO 20022; null: it could not be read.';
comment on column bank_files.message_id is 'The bank''s.';
comment on column bank_files.staff_id is 'Who uploaded it in the console.';
comment on column bank_files.provider_key_id is 'The key by which it came.';
comment on column bank_files.read_at is 'When it was read in.';
comment on column bank_files.problem is 'Why it could not be read: `why`, a key of errors.ProviderActionNotAllowed, and the `values` of its sentence.';
comment on column bank_files.due_at is 'When a worker applies the lines that wait; while one does, the end of its lease. Null: none waits.';
create index bank_files_in_order on bank_files (read_at, id);
create index bank_files_due on bank_files (due_at) where due_at is not null;

create table bank_file_lines (
  file_id uuid not null references bank_files,
  line int not null check (line > 0),
  kind text check (kind in ('payout', 'debit', 'credit')),
  merchant_id uuid,
  reference text not null default '',
  outcome text check (outcome in ('pending', 'executed', 'rejected', 'returned')),
  code text,
  amount_cents bigint,
  currency text not null default 'EUR',
  booked_on date,
  happened_at timestamptz not null,
  text text not null default '',
  result text not null check (result in ('waiting', 'applied', 'repeated', 'noted', 'open', 'matched', 'dismissed')),
  why text,
  done_at timestamptz,
  done_by uuid references staff on delete set null,
  note text,
  primary key (file_id, line),
  check (result <> 'open' or why is not null),
  check (result <> 'waiting' or kind is not null and merchant_id is not null and outcome is not null)
);
comment on table bank_file_lines is 'What a file of the bank says of each payment or movement, and what came of it.';
comment on column bank_file_lines.kind is 'Of our order that it is about; null: of none that is known.';
comment on column bank_file_lines.reference is 'Of our order, else the first that the bank gives.';
comment on column bank_file_lines.outcome is 'What the bank did; null: a movement that is about none of our orders.';
comment on column bank_file_lines.code is 'The bank''s reason (ISO 20022).';
comment on column bank_file_lines.amount_cents is 'As the bank says; of a movement of the account, negative: out of it. Null: not said.';
comment on column bank_file_lines.booked_on is 'Booked by the bank.';
comment on column bank_file_lines.happened_at is 'The instant under which it is booked here.';
comment on column bank_file_lines.result is 'waiting: a worker applies it; applied: it changed the order; repeated: nothing was left to change; noted: it changes nothing; open: staff must look at it; matched, dismissed: staff did.';
comment on column bank_file_lines.why is 'Why staff must, or had to, look at it.';
comment on column bank_file_lines.done_at is 'When it had its result.';
comment on column bank_file_lines.done_by is 'Who of the staff matched or dismissed it.';
comment on column bank_file_lines.note is 'What staff wrote, or to which reference they matched it.';
create index bank_file_lines_open on bank_file_lines (file_id) where result = 'open';
create index bank_file_lines_waiting on bank_file_lines (file_id) where result = 'waiting';
create index bank_file_lines_by_reference on bank_file_lines (reference) where result in ('applied', 'matched');
select isolate_in_scope('bank_file_lines');

create table ledger_day_entries (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  day date not null,
  kind text not null,
  account text not null,
  amount_cents bigint not null
);
comment on table ledger_day_entries is 'Live lines of the ledger that are not yet added to the days. Only inserted by who posts a journal, so that no sale waits for another; added up and removed every minute by one writer (server/money/ledger/ledgerDays.ts).';
comment on column ledger_day_entries.day is 'In Madrid, of the journal.';
comment on column ledger_day_entries.amount_cents is 'Debit positive, credit negative.';
select isolate_in_scope('ledger_day_entries');

create table ledger_days (
  day date not null,
  kind text not null,
  account text not null,
  debit_cents bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  lines bigint not null,
  primary key (day, kind, account)
);
comment on table ledger_days is 'Sums of the live ledger by day in Madrid, kind of journal and account, over all merchants, without what ledger_day_entries still holds.';
comment on column ledger_days.day is 'In Madrid, of the journals.';
comment on column ledger_days.debit_cents is 'Sum of debits.';
comment on column ledger_days.credit_cents is 'Sum of credits, positive.';

create table ledger_shop_days (
  day date not null,
  merchant_id uuid not null,
  kind text not null,
  account text not null,
  debit_cents bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  lines bigint not null,
  primary key (day, merchant_id, kind, account)
);
comment on table ledger_shop_days is 'The same for each merchant.';
comment on column ledger_shop_days.day is 'In Madrid, of the journals.';
comment on column ledger_shop_days.debit_cents is 'Sum of debits.';
comment on column ledger_shop_days.credit_cents is 'Sum of credits, positive.';
select isolate_in_scope('ledger_shop_days');

create table book_proofs (
  id uuid primary key,
  asked_at timestamptz not null,
  asked_by uuid references staff on delete set null,
  after_merchant uuid,
  after_account uuid,
  shops int not null default 0,
  accounts int not null default 0,
  broken jsonb not null default '[]',
  broken_count int not null default 0,
  finished_at timestamptz
);
comment on table book_proofs is 'Proofs of the books of all merchants and of all audit chains.';
comment on column book_proofs.asked_at is 'When it was asked for, or became due.';
comment on column book_proofs.after_merchant is 'The last merchant whose books were proved: a proof that was interrupted goes on there.';
comment on column book_proofs.after_account is 'The last account whose chain was proved; null: the books are not through.';
comment on column book_proofs.broken is 'The first violations that were found.';
comment on column book_proofs.finished_at is 'When it was through.';
create index book_proofs_in_order on book_proofs (asked_at);
create unique index book_proofs_one_at_a_time on book_proofs ((true)) where finished_at is null;
