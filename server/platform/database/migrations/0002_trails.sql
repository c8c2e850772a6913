-- What was done and what was answered: the audit trail and the idempotency keys.

-- One row per write and per refusal. Append-only; rows of one account form a hash chain.
create table audit_entries (
  account_id uuid not null,
  seq bigint not null,
  at timestamptz not null default clock_timestamp(),
  merchant_id uuid,
  mode mode,
  user_id uuid,
  role text,
  ip inet,
  call text not null,
  outcome text not null,
  entity text,
  entity_id uuid,
  before jsonb,
  after jsonb,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (account_id, seq)
);
create index audit_entries_by_entity on audit_entries (account_id, entity, entity_id, seq desc);

-- The end of each account's chain; its row is the lock that keeps the chain one line.
create table audit_heads (
  account_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);

-- What a line's hash covers: the hash before it and every fact of its own.
create function audit_hash(previous bytea, account_id uuid, seq bigint, at timestamptz, merchant_id uuid, mode mode, user_id uuid, role text, ip inet,
  call text, outcome text, entity text, entity_id uuid, before jsonb, after jsonb, request_id text) returns bytea stable language sql as $$
  select sha256(convert_to(jsonb_build_array(encode(previous, 'hex'), account_id, seq, extract(epoch from at), merchant_id, mode, user_id, role, ip,
    call, outcome, entity, entity_id, before, after, request_id)::text, 'UTF8'))
$$;

create function audit_link() returns trigger language plpgsql as $$
declare head audit_heads;
begin
  insert into audit_heads (account_id, seq, hash) values (new.account_id, 0, sha256('')) on conflict (account_id) do nothing;
  select * into head from audit_heads where account_id = new.account_id for update;
  new.seq := head.seq + 1;
  new.at := clock_timestamp();
  new.previous_hash := head.hash;
  new.hash := audit_hash(head.hash, new.account_id, new.seq, new.at, new.merchant_id, new.mode, new.user_id, new.role, new.ip, new.call, new.outcome,
    new.entity, new.entity_id, new.before, new.after, new.request_id);
  update audit_heads set seq = new.seq, hash = new.hash where account_id = new.account_id;
  return new;
end $$;
create trigger audit_link before insert on audit_entries for each row execute function audit_link();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_append_only before update or delete or truncate on audit_entries for each statement execute function refuse_change();

-- The first answer to each write that carried a key (kept 30 days), to be said again byte for byte.
create table idempotency_keys (
  -- sha256 of key, caller, merchant, mode and path
  scope_hash bytea primary key,
  body_hash bytea not null,
  status smallint not null,
  body text,
  created_at timestamptz not null default now()
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
