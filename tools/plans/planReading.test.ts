import { describe, expect, it } from 'vitest'
import { largeDatabase } from './manyMerchants.ts'
import { conditionsOf, readingsOf, type PlanNode } from './planReading.ts'

const indexes = new Map([
  ['by_key', ['merchant_id', 'mode', 'id']],
  ['by_time', ['merchant_id', 'mode', 'created_at', 'id']],
  ['by_total', ['merchant_id', 'mode', 'total_cents', 'id']],
  ['by_reference', ['reference']],
])
const rowsOf = (plan: PlanNode, scoped = true) =>
  readingsOf(plan, { tables: largeDatabase, indexes, scoped }).map(({ rows, untilFound }) => [rows, untilFound])
const ownTerms = "(o.merchant_id = $1) AND (o.mode = (NULLIF(x, ''))::mode)"
const scan = (index: string, more = '', filter?: string): PlanNode => ({
  'Node Type': 'Index Scan',
  'Relation Name': 'operations',
  'Index Name': index,
  'Index Cond': `(${ownTerms}${more})`,
  'Plan Rows': 10,
  ...(filter === undefined ? {} : { Filter: filter }),
})
const outer = (plan: PlanNode): PlanNode => ({ ...plan, 'Parent Relationship': 'Outer' })
const limit = (plan: PlanNode): PlanNode => ({ 'Node Type': 'Limit', 'Plan Rows': 10, Plans: [outer(plan)] })

describe('the rows that a plan reads of the largest shop', () => {
  it('are one by primary key, ten by a list of keys, all of the shop by an unselective condition', () => {
    expect(rowsOf(scan('by_key', ' AND (o.id = $2)'))).toEqual([[1, false]])
    expect(rowsOf(scan('by_key', ' AND (o.id = ANY ($2))'))).toEqual([[10, false]])
    expect(rowsOf(scan('by_key'))).toEqual([[400_000, false]])
  })

  it('are all those before a condition on a later column', () => {
    expect(rowsOf(scan('by_total', ' AND (o.id = ANY ($2))'))).toEqual([[400_000, false]])
    expect(rowsOf(scan('by_time', ' AND (o.created_at >= $2) AND (o.created_at < $3)'))).toEqual([[16_000, false]])
    expect(rowsOf(scan('by_time', ' AND (ROW(o.created_at, o.id) < ROW($2, $3))'))).toEqual([[133_333, false]])
  })

  it('are a page for a page, and more where most rows are skipped', () => {
    expect(rowsOf(limit(scan('by_time')))).toEqual([[2_000, false]])
    expect(rowsOf(limit(scan('by_time', '', '(o.mode = $2)')))).toEqual([[2_000, false]])
    expect(
      rowsOf(limit(scan('by_time', '', 'COALESCE(((o.merchant_id = (InitPlan 1).col1) AND (o.mode = (InitPlan 1).col2)), true)'))),
    ).toEqual([[2_000, false]])
    expect(rowsOf(limit(scan('by_time', '', "(o.channel = 'phone'::text)")))).toEqual([[400_000, true]])
    expect(rowsOf(limit({ 'Node Type': 'Sort', 'Plan Rows': 10, Plans: [outer(scan('by_time'))] }))).toEqual([[400_000, false]])
  })

  it('are a page of a table that is read across shops without a scope, and in a scope all until enough of the shop are found', () => {
    const read: PlanNode = {
      'Node Type': 'Index Scan',
      'Relation Name': 'outbox',
      'Index Name': 'by_day',
      'Plan Rows': 10,
      Filter: '((o.merchant_id IS NULL) OR COALESCE((o.merchant_id = (InitPlan 1).col1), true))',
    }
    expect(rowsOf(limit(read), false)).toEqual([[2_000, false]])
    expect(rowsOf(limit(read))).toEqual([[650_000, true]])
    expect(rowsOf(limit({ ...read, 'Index Cond': '(o.merchant_id = $1)' }))).toEqual([[1_300, false]])
  })

  it('are those between two texts', () => {
    const read: PlanNode = {
      'Node Type': 'Index Scan',
      'Relation Name': 'listed_settlements',
      'Index Name': 'by_reference',
      'Plan Rows': 10,
    }
    expect(rowsOf({ ...read, 'Index Cond': '((l.reference ~>=~ $1) AND (l.reference ~<~ $2))' })).toEqual([[16_000, false]])
  })

  it('are the whole table without an index', () => {
    const all: PlanNode = { 'Node Type': 'Seq Scan', 'Relation Name': 'operations', 'Plan Rows': 1, Filter: '(o.merchant_id = $1)' }
    expect(rowsOf(all)).toEqual([[1_000_000, false]])
    expect(rowsOf(limit(all))).toEqual([[1_000_000, true]])
  })

  it('count once per loop', () => {
    const inner: PlanNode = { ...scan('by_key'), 'Parent Relationship': 'Inner' }
    const functionScan = { 'Node Type': 'Function Scan', 'Plan Rows': 3, 'Parent Relationship': 'Outer' }
    expect(rowsOf({ 'Node Type': 'Nested Loop', 'Plan Rows': 3, Plans: [functionScan, inner] })).toEqual([[1_200_000, false]])
    expect(rowsOf({ 'Node Type': 'Hash Join', 'Plan Rows': 3, Plans: [functionScan, inner] })).toEqual([[400_000, false]])
    const sub: PlanNode = { ...scan('by_key'), 'Parent Relationship': 'SubPlan', 'Subplan Name': 'SubPlan 1' }
    expect(rowsOf({ 'Node Type': 'Result', 'Plan Rows': 3, Plans: [sub] })).toEqual([[1_200_000, false]])
    expect(rowsOf({ 'Node Type': 'Result', 'Plan Rows': 3, Filter: '(ANY (a = (hashed SubPlan 1).col1))', Plans: [sub] })).toEqual([
      [400_000, false],
    ])
  })
})

it('conditions are split at their own nesting level', () => {
  expect(conditionsOf(`((a = $1) AND (b = ' AND ('::text) AND ((c IS NULL) OR (d = 1 AND e)))`)).toEqual([
    'a = $1',
    "b = ' AND ('::text",
    '(c IS NULL) OR (d = 1 AND e)',
  ])
})
