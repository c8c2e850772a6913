import { expect, it } from 'vitest'
import { mergeSaves, withFields } from './mergeSaves.ts'

const before = { role: 'guest', limit: 100, shops: ['a'], until: null as string | null }

it('takes over the other’s changes, keeps the local draft, and lists the fields where both differ', () => {
  const mine = { ...before, limit: 200, until: '2027-01-01' }
  const theirs = { ...before, role: 'editor', limit: 300, shops: ['a', 'b'] }
  const merged = mergeSaves(before, mine, theirs)
  expect(merged).toEqual({
    draft: { role: 'editor', limit: 200, shops: ['a', 'b'], until: '2027-01-01' },
    changed: ['role', 'limit', 'shops'],
    clashing: ['limit'],
  })
  expect(withFields(merged.draft, theirs, merged.clashing)).toEqual({ ...theirs, until: '2027-01-01' })
})

it.each([
  ['both typed the same', { ...before, limit: 200 }, { ...before, limit: 200 }],
  ['the other changed nothing that is told', { ...before, limit: 200 }, before],
  ['nothing was typed and nothing changed', before, { ...before, shops: ['a'] }],
])('reports no conflict where %s', (_, mine, theirs) => {
  expect(mergeSaves(before, mine, theirs)).toEqual({ draft: mine, changed: [], clashing: [] })
})

it('treats an emptied field as a change', () => {
  const { draft, clashing } = mergeSaves({ name: 'Uno' }, { name: '' }, { name: 'Dos' })
  expect([draft, clashing]).toEqual([{ name: '' }, ['name']])
})
