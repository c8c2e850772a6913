import { expect, it } from 'vitest'
import { migrationProblems } from './migrationProblems.ts'

const problemsOf = (text: string, name = '0070_more.sql') => migrationProblems([{ name, text }])

it.each([
  'create index operations_by_mid on operations (merchant_id, mode, mid);',
  'create unique index\n  refunds_once on refunds (merchant_id, mode, reference);',
  'alter table operations add constraint operations_x check (total_cents > 0);',
  'alter table refunds add column charged_to uuid references users;',
  'alter table operations alter column mid set not null;',
  'alter table operation_events alter column amount_cents type numeric;',
  "update operations set mid = '' where mid is null;",
  '-- no transaction\ncreate index concurrently operations_by_mid on operations (mid);',
  '-- no transaction\ncreate index concurrently if not exists a on operations (mid); create index concurrently if not exists b on operations (mid);',
  'alter table charges add column repays_all boolean; alter table instalments drop constraint instalments_interest_cents_check;',
  'alter table merchant_terms add column why text; create table things (id uuid primary key);',
  'create table things (id uuid primary key, operation_id uuid references operations(id)); create table parts (id uuid primary key);',
  'create table things (id uuid primary key, merchant_id uuid references merchants, made_by uuid references users);',
  "select isolate_in_scope('charges'); select isolate_in_scope('refunds');",
])('%s', (text) => {
  expect(problemsOf(text)).not.toEqual([])
  // The baseline creates its tables empty.
  expect(problemsOf(text, '0001_baseline.sql')).toEqual([])
})

it.each([
  '-- no transaction\n-- For the list by number.\ncreate index concurrently if not exists operations_by_mid on operations (merchant_id, mode, mid);',
  '-- no transaction\ndrop index concurrently if exists operations_by_mid;',
  'alter table operations add column campaign_id uuid;',
  'alter table operations add constraint operations_x check (total_cents > 0) not valid;',
  'alter table operations validate constraint operations_x;',
  'create table things (id uuid primary key, operation_id uuid not null); create index things_by_operation on things (operation_id);',
  'alter table charges add column repays_all boolean;\n-- next transaction\nalter table instalments drop constraint instalments_interest_cents_check;',
  'create table things (id uuid primary key, made_by uuid references users);',
  'create table things (id uuid primary key); create table parts (thing_id uuid references things, made_by uuid references users);',
  'create table things (id uuid primary key);\n-- next transaction\nalter table things add foreign key (id) references operations(id); alter table operations add column why text;',
  "create table things (id uuid primary key, merchant_id uuid); select isolate_tenants('things');\n-- next transaction\nselect isolate_in_scope('charges');",
  'alter table charges validate constraint charges_x; alter table refunds validate constraint refunds_x;',
  '-- update operations set mid = null;\nalter table operations alter column merchant_id set (n_distinct = 10);',
])('%s is accepted', (text) => expect(problemsOf(text)).toEqual([]))
