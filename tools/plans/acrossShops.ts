type Exception = { tables: readonly string[] | 'all'; because: string }

/**
 * Files whose statements may touch rows of several merchants in some distributed tables. Keep it short: what is due is found by a queue, and then read
 * shop by shop.
 */
export const acrossShops: Readonly<Record<string, Exception>> = {
  'server/money/ledger/proveBooks.ts': { tables: 'all', because: 'checks all rows: run by the operator, or in tests' },
  'server/merchants/merchants/merchants.ts': {
    tables: ['operation_trigrams'],
    because: 'finds the shop of an operation’s id among those that the caller may enter',
  },
  'server/sales/clock/operate.ts': {
    tables: ['operation_lookups'],
    because: 'finds the shop of an operation’s id that the operator names',
  },
  'server/provider/staff/auditList.ts': {
    tables: ['operation_lookups'],
    because: 'finds the shops of the operations that the entries of a page of the log are about',
  },
  'server/provider/operations/searchOperations.ts': {
    tables: ['operation_lookups', 'refund_lookups'],
    because: 'the provider’s search across shops: index reads of a page',
  },
  'server/sales/lifecycle/operationLookups.ts': {
    tables: ['refund_lookups'],
    because: 'looks each of the newest changed refunds of all shops up by its key',
  },
  'server/sales/lifecycle/foldChanges.ts': {
    tables: ['operation_lookups'],
    because: 'writes the status of operations of many shops, each by its key',
  },
}
