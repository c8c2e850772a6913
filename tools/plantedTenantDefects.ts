import type { PlantedDefect } from './plantedDefect.ts'

/** Defects in what keeps shops apart in the database. */
export const tenantDefects: readonly PlantedDefect[] = [
  {
    name: 'one table without row-level security',
    file: 'server/platform/database/schema/payouts.sql',
    find: "select isolate_tenants('payouts');",
    replace: '',
    caughtBy: [
      'server/platform/database/rowSecurity.test.ts',
      'server/app/matrix.slow.test.ts',
      'server/money/settlements/settlements.slow.test.ts',
    ],
  },
  {
    name: 'a queue that a scope reads across shops',
    file: 'server/platform/database/schema/outbox.sql',
    find: "select isolate_in_scope('outbox');",
    replace: '',
    caughtBy: ['server/platform/database/rowSecurity.test.ts'],
  },
  {
    name: 'tables read across shops in which a scope writes for any shop',
    file: 'server/platform/database/schema/tenants.sql',
    find: 'with check (%2$s)',
    replace: 'with check (true)',
    caughtBy: ['server/platform/database/rowSecurity.test.ts'],
  },
  {
    name: 'a key of a shop’s table without the shop',
    file: 'server/platform/database/schema/payouts.sql',
    find: 'create unique index payouts_by_reference on payouts (merchant_id, mode, reference);',
    replace: 'create unique index payouts_by_reference on payouts (reference);',
    caughtBy: ['server/platform/database/distribution.test.ts'],
  },
  {
    name: 'a statement that leaves the shop to row-level security',
    file: 'server/access/session/personalTables.ts',
    find: "where ${inScope(scope, 't')} and ${owned(userId)}",
    replace: 'where ${owned(userId)}',
    caughtBy: ['server/access/session/personalCopy.slow.test.ts'],
  },
  {
    name: 'a day of the card provider that nobody adds up',
    file: 'server/provider/money/prove.ts',
    find: 'await proveBalanceDays(db)',
    replace: '[] as string[]',
    caughtBy: ['server/provider/money/money.test.ts'],
  },
  {
    name: 'a short number looked up among the operations of all shops',
    file: 'server/sales/lifecycle/operationSearch.ts',
    find: "where ${hasShortId(short)} and ${inScope(scope, 'k')} offset 0)",
    replace: 'where ${hasShortId(short)} offset 0)',
    caughtBy: ['server/sales/operations/searchForms.slow.test.ts'],
  },
  {
    name: 'a short number looked up among the refunds of all shops',
    file: 'server/sales/lifecycle/operationSearch.ts',
    find: "where ${hasRefundShortId(short)} and ${inScope(scope, 'r')} offset 0)",
    replace: 'where ${hasRefundShortId(short)} offset 0)',
    caughtBy: ['server/sales/operations/searchForms.slow.test.ts'],
  },
]
