-- Parts of an operation that were taken back before they were captured: by the shop's program, or by the clock when the time to capture was over.
create table voids (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  operation_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  voided_at timestamptz not null,
  primary key (merchant_id, mode, id),
  foreign key (merchant_id, mode, operation_id) references operations
);
create index voids_by_operation on voids (merchant_id, mode, operation_id, voided_at);

insert into voids (merchant_id, mode, id, operation_id, amount_cents, voided_at)
select merchant_id, mode, gen_random_uuid(), operation_id, amount_cents, at from operation_events where event = 'rest_voided' and amount_cents > 0;

alter table voids enable row level security, force row level security;
create policy tenant on voids using (merchant_id = scope_merchant() and mode = scope_mode()) with check (merchant_id = scope_merchant() and mode = scope_mode());
