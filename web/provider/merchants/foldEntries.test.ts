import { expect, it } from 'vitest'
import type { TimelineEntry } from '#contract/provider/merchants'
import { foldEntries } from './foldEntries.ts'

const entry = (minute: number, action: string, fields: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: String(minute),
  at: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
  person: null,
  role: null,
  byKey: false,
  byProvider: true,
  action,
  kind: 'other',
  refused: null,
  merchant: null,
  mode: null,
  entity: null,
  entityId: null,
  about: null,
  changes: [],
  ip: null,
  byRight: false,
  staff: 'Lucía Prado',
  ...fields,
})
const shown = (entries: readonly TimelineEntry[]) =>
  foldEntries(entries).map((group) => `${group[0]?.action} ${group.map(({ id }) => id).join(' ')}`)

it('shows what one person did in turn in one piece of work once for each action, newest first', () => {
  expect(shown([entry(9, 'approve'), entry(8, 'open'), entry(7, 'approve'), entry(6, 'open'), entry(5, 'open')])).toEqual([
    'approve 9 7',
    'open 8 6 5',
  ])
})

it('folds nothing over a pause, over what somebody else did in between, or of another outcome or shop', () => {
  expect(shown([entry(40, 'open'), entry(20, 'open')])).toEqual(['open 40', 'open 20'])
  expect(shown([entry(3, 'open'), entry(2, 'open', { staff: 'Marta Ruiz' }), entry(1, 'open')])).toEqual(['open 3', 'open 2', 'open 1'])
  const shop = { id: '1'.repeat(32), name: 'Uno' }
  expect(shown([entry(3, 'open'), entry(2, 'open', { refused: 'No' }), entry(1, 'open', { merchant: shop })])).toHaveLength(3)
})
