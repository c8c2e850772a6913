-- What a shop finds wrong with the money of a settlement, and what it is answered.

create table settlement_claims (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  settlement_id uuid not null,
  -- `lines`: they do not add up to what it says; `bank`: the shop's bank shows another amount.
  about text not null check (about in ('lines', 'bank')),
  -- domain/settlementClaim.ts
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- Negative: missing.
  difference_cents bigint not null check (difference_cents <> 0),
  -- What the shop says that its bank shows: 0 when nothing came, and then without a day.
  bank_cents bigint check (bank_cents >= 0),
  bank_on date,
  note text check (length(note) between 1 and 1000),
  -- The settlement and the sum of its lines as they stood when it was opened; the lines themselves stay where they are.
  evidence jsonb not null,
  opened_at timestamptz not null,
  opened_by uuid references users on delete set null,
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references users on delete set null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, settlement_id) references settlements (merchant_id, mode, id),
  check ((about = 'bank') = (bank_cents is not null)),
  check ((answer is null) = (answered_at is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'answered' or answer is not null)
);
-- One at a time.
create unique index settlement_claims_standing on settlement_claims (merchant_id, mode, settlement_id) where state <> 'closed';
create index settlement_claims_of_settlement on settlement_claims (merchant_id, mode, settlement_id, opened_at desc);
create index settlement_claims_closed on settlement_claims (merchant_id, mode, closed_at) where state = 'closed';

alter table settlement_claims enable row level security, force row level security;
create policy tenant on settlement_claims using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());

-- Which claims wait for the provider. Outside the wall on purpose, so that its operator finds them; ids only.
create table settlement_claim_queue (
  claim_id uuid primary key,
  merchant_id uuid not null,
  opened_at timestamptz not null
);
create index settlement_claim_queue_in_order on settlement_claim_queue (opened_at, claim_id);
