-- What changed last, of all shops: the provider's own systems read it in the order of the changes.

create table provider_changes (
  kind text not null check (kind in ('account', 'operation', 'settlement', 'refund', 'credit', 'claim')),
  id uuid not null,
  merchant_id uuid,
  mode mode,
  changed_at timestamptz not null default clock_timestamp(),
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (kind, id),
  constraint provider_changes_shop check ((kind = 'account') = (merchant_id is null) and (merchant_id is null) = (mode is null))
);
comment on table provider_changes is 'When each account, operation, settlement, refund, credit and claim was last changed, for lists over all shops. Ids alone; written with each change.';
comment on column provider_changes.changed_at is 'The last change.';
comment on column provider_changes.changed_in is 'Its transaction: a list shows only what was changed before every transaction that still runs, so that no change comes in behind a cursor.';
create index provider_changes_in_order on provider_changes (kind, changed_in, id) include (changed_at, merchant_id, mode);
select isolate_in_scope('provider_changes');

create function note_changed_account() returns trigger language plpgsql as $$
begin
  insert into provider_changes (kind, id) values ('account', case when tg_table_name = 'accounts' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'account_id')::uuid end)
  on conflict (kind, id) do update set changed_at = excluded.changed_at, changed_in = excluded.changed_in;
  return null;
end $$;

create trigger note_change after insert or update on accounts for each row execute function note_changed_account();
create trigger note_change after insert or update on merchants for each row execute function note_changed_account();
create trigger note_change after insert or update on onboardings for each row execute function note_changed_account();
