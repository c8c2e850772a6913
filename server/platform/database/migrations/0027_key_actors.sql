-- The audit trail names the shop's key that acted where no person did. Lines without one hash as they always have.
alter table audit_entries add column key_id uuid;

drop trigger audit_link on audit_entries;
drop function audit_link();
drop function audit_hash(bytea, uuid, bigint, timestamptz, uuid, mode, uuid, text, inet, text, text, text, uuid, jsonb, jsonb, text);

-- What a line's hash covers: the hash before it and every fact of its own.
create function audit_hash(previous bytea, account_id uuid, seq bigint, at timestamptz, merchant_id uuid, mode mode, user_id uuid, role text, ip inet,
  call text, outcome text, entity text, entity_id uuid, before jsonb, after jsonb, request_id text, key_id uuid) returns bytea stable language sql as $$
  select sha256(convert_to((jsonb_build_array(encode(previous, 'hex'), account_id, seq, extract(epoch from at), merchant_id, mode, user_id, role, ip,
    call, outcome, entity, entity_id, before, after, request_id) || case when key_id is null then '[]'::jsonb else jsonb_build_array(key_id) end)::text, 'UTF8'))
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
    new.entity, new.entity_id, new.before, new.after, new.request_id, new.key_id);
  update audit_heads set seq = new.seq, hash = new.hash where account_id = new.account_id;
  return new;
end $$;
create trigger audit_link before insert on audit_entries for each row execute function audit_link();
