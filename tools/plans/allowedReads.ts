/** Why a statement may read many rows of a large table. */
const because = {
  asked: 'a user requested all of it: read in batches in the background, or counted first',
  ordered: 'read from the newest or oldest until a page is full; files of lists note where that is not enough',
  chosen: 'sums or counts the rows selected by the filters of a list',
  oneDay: 'rows of one day: fewer than twenty thousand, although any time range is estimated as two weeks',
  oneWeek: 'links of one week: 26 900 in a shop of a million operations a year, 10 ms',
  books: 'checks all rows: run by the operator, or in tests',
  once: 'once per account or person, by the operator or on request',
  trial: 'in test mode, of one shop, when its test clock is advanced',
  queue: 'all pending messages, for fair queueing between shops; fifty thousand on the worst of days',
  rested: 'a batch once a minute or an hour, in the background',
} as const

type Allowed = { tables: readonly string[]; because: keyof typeof because }

/** Files whose statements may read many rows of some large tables. Keep it short: whatever can use an index does not belong here. */
export const allowedReads: Readonly<Record<string, Allowed>> = {
  'server/platform/analytics/figures.ts': { tables: ['analytics_events'], because: 'chosen' },
  'server/sales/audiences/people.ts': { tables: ['operations'], because: 'asked' },
  'server/platform/audit/exposedActs.ts': { tables: ['audit_entries'], because: 'books' },
  'server/app/dueReader.ts': { tables: ['outbox'], because: 'queue' },
  'server/platform/outbox/claim.ts': { tables: ['outbox'], because: 'queue' },
  'server/sales/campaigns/pastOrders.ts': { tables: ['operations'], because: 'asked' },
  'server/platform/files/tableBatches.ts': { tables: ['operations'], because: 'asked' },
  'server/platform/gateway/sweep.ts': { tables: ['sessions'], because: 'rested' },
  'server/sales/lab/advance.ts': { tables: ['operations', 'refunds', 'deadlines'], because: 'trial' },
  'server/sales/lab/goLive.ts': { tables: ['operations', 'callback_attempts', 'webhook_deliveries'], because: 'ordered' },
  'server/money/ledger/proveBooks.ts': {
    tables: [
      'operations',
      'captures',
      'instalments',
      'charges',
      'payment_methods',
      'refunds',
      'refund_captures',
      'ledger_journals',
      'ledger_lines',
      'settlement_lines',
      'bank_references',
    ],
    because: 'books',
  },
  'server/sales/offlineCheckout/list.ts': { tables: ['checkouts'], because: 'ordered' },
  'server/sales/operations/list.ts': { tables: ['operations'], because: 'ordered' },
  'server/sales/operations/countOperations.ts': { tables: ['operations'], because: 'chosen' },
  'server/merchants/privacy/erasePerson.ts': { tables: ['notification_reads'], because: 'once' },
  'server/merchants/privacy/retention.ts': { tables: ['operations'], because: 'rested' },
  'server/merchants/privacy/concluded.ts': { tables: ['operations', 'instalments', 'refunds'], because: 'once' },
  'server/provider/operations/operations.ts': { tables: ['operations'], because: 'ordered' },
  'server/provider/merchants/shop.ts': { tables: ['instalments'], because: 'chosen' },
  'server/money/reports/make.ts': { tables: ['operations'], because: 'asked' },
  'server/access/session/personalCopy.ts': { tables: ['notifications', 'notification_reads'], because: 'once' },
  'server/sales/shopsApi/orders.ts': { tables: ['operations', 'shop_orders'], because: 'chosen' },
  'server/sales/shopsApi/readOrders.ts': { tables: ['operations', 'shop_orders'], because: 'ordered' },
  'server/merchants/tasks/linkRequests.ts': { tables: ['checkouts'], because: 'oneWeek' },
  'server/merchants/tasks/operationTasks.ts': { tables: ['operation_events'], because: 'oneDay' },
}
