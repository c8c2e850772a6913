-- Files from the bank, and how files to the bank were handed over.

create table bank_files (
  id uuid primary key,
  sha256 bytea not null unique check (length(sha256) = 32),
  name text not null,
  content bytea not null,
  format text check (format in ('pain002', 'camt052', 'camt053', 'camt054')),
  message_id text not null default '',
  source text not null check (source in ('console', 'folder', 'api')),
  staff_id uuid,
  provider_key_id uuid,
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
  done_by uuid,
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

-- next transaction
alter table bank_files add foreign key (staff_id) references staff on delete set null;
alter table bank_file_lines add foreign key (done_by) references staff on delete set null;

-- next transaction
alter table bank_files add foreign key (provider_key_id) references provider_keys;

-- next transaction
alter table payout_files add column kind text not null default 'transfers' check (kind in ('transfers', 'debits')),
  add column written_at timestamptz, add column handed_at timestamptz, add column rejected_at timestamptz;
comment on table payout_files is 'Files of transfers (pain.001) and of direct debits (pain.008) as they were last sent to the bank.';
comment on column payout_files.kind is 'Transfers, or direct debits.';
comment on column payout_files.written_at is 'When its temporary file in PAYOUT_DIR was complete: from then on it is only renamed, so that it is never written twice.';
comment on column payout_files.handed_at is 'When it was handed over: in PAYOUT_DIR under its own name, or to a person. It does not change any more. Null: by other means.';
comment on column payout_files.rejected_at is 'When the bank said that it rejected the whole file.';
