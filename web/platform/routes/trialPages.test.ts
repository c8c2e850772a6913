import { expect, it } from 'vitest'
import { type Navigation, pendingMerchant, placeOf } from './guards.ts'
import { type RouteRow, routeTable } from './routeTable.ts'

const shop = 'a'.repeat(32)
const rows: readonly RouteRow[] = routeTable

/** The sections of a shop that waits for its approval which open in a mode. */
function opened(sandbox: boolean): string[] {
  const navigation = { from: null, account: null, merchants: [{ id: shop, status: 'pending' as const }], merchantId: shop, sandbox }
  const opens = ({ path }: RouteRow) => {
    const to = placeOf(path.replace('{merchantId}', shop).replaceAll(/\{\w+\??\}/g, 'x'), {})
    return pendingMerchant({ ...navigation, to } as unknown as Navigation) === undefined // the fields that the rule reads
  }
  const sections = rows
    .filter((row) => row.needsLogin && row.path.includes('{merchantId}') && opens(row))
    .map(({ path }) => path.split('/')[3] ?? '')
  return [...new Set(sections)].toSorted()
}

it('a shop that waits for its approval opens in test mode what a sale needs, and nothing about money, keys or campaigns', () => {
  expect(opened(true)).toEqual(['inbox', 'operations', 'pending-merchant', 'scenarios'])
  expect(opened(false)).toEqual(['pending-merchant'])
})
