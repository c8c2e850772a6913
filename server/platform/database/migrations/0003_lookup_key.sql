-- The search across shops no longer depends on the session secret.

create table lookup_key (
  only_one bool primary key default true check (only_one),
  key bytea not null check (length(key) = 32)
);
comment on table lookup_key is 'The key of the hashes in operation_lookups, kept since the first start of a server, so that they stay valid when the session secret that it was derived from changes.';

comment on table listed_settlements is 'Live settlements with their payouts, for the provider''s lists over all merchants; written by server/money/settlements/settlementChanged.ts.';
