-- The audit log, chained by hash.

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
  key_id uuid,
  staff_id uuid,
  primary key (account_id, seq)
);
comment on table audit_entries is 'The audit log: every write and refused attempt, chained by hash within an account, append-only.';
comment on column audit_entries.at is 'Set by the database when the entry is written.';
comment on column audit_entries.staff_id is 'The member of the provider''s staff who did it.';
create index audit_entries_by_entity on audit_entries (account_id, entity, entity_id, seq desc);
create index audit_entries_of_key on audit_entries (account_id, key_id, seq desc) where key_id is not null;
create index audit_entries_of_provider on audit_entries (at desc, account_id desc, seq desc) where role = 'operator';
create index audit_entries_of_provider_call on audit_entries (call, at desc, account_id desc, seq desc) where role = 'operator';
create index audit_entries_of_staff on audit_entries (staff_id, call, at desc, account_id desc, seq desc) where role = 'operator' and staff_id is not null;
create index audit_entries_of_person on audit_entries (account_id, user_id, at, seq) where user_id is not null;
select isolate_in_scope('audit_entries', readable => true);

create table audit_heads (
  account_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);
comment on table audit_heads is 'The newest link of each account''s audit log.';

create function audit_hash(previous bytea, account_id uuid, seq bigint, at timestamptz, merchant_id uuid, mode mode, user_id uuid, role text, ip inet, call text, outcome text, entity text, entity_id uuid, before jsonb, after jsonb, request_id text, key_id uuid, staff_id uuid) returns bytea stable language sql as $$
  select sha256(convert_to(jsonb_build_array(encode(previous, 'hex'), account_id, seq, extract(epoch from at), merchant_id, mode, user_id, role, ip,
    call, outcome, entity, entity_id, before, after, request_id, key_id, staff_id)::text, 'UTF8'))
$$;

-- The member of staff in whose name the connection works (`npm run operator -- --as`).
create function acting_staff() returns uuid stable language sql as $$ select nullif(current_setting('app.staff_id', true), '')::uuid $$;

create function audit_link() returns trigger language plpgsql as $$
declare head audit_heads;
begin
  select * into head from audit_heads where account_id = new.account_id for update;
  if not found then
    insert into audit_heads (account_id, seq, hash) values (new.account_id, 0, sha256('')) on conflict (account_id) do nothing;
    select * into head from audit_heads where account_id = new.account_id for update;
  end if;
  new.staff_id := coalesce(new.staff_id, acting_staff());
  new.seq := head.seq + 1;
  new.at := clock_timestamp();
  new.previous_hash := head.hash;
  new.hash := audit_hash(head.hash, new.account_id, new.seq, new.at, new.merchant_id, new.mode, new.user_id, new.role, new.ip, new.call, new.outcome,
    new.entity, new.entity_id, new.before, new.after, new.request_id, new.key_id, new.staff_id);
  update audit_heads set seq = new.seq, hash = new.hash where account_id = new.account_id;
  return new;
end $$;

create trigger audit_append_only before delete or update or truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_link before insert on audit_entries for each row execute function audit_link();
