import { expect, test } from 'vitest'
import { lineChoice } from './lineChoice.ts'
import { lineKinds } from './lineKinds.ts'

test('the lines of an address: each kind, those with a subsidy, and all of them without a kind or with an unknown one', () => {
  for (const kind of [...lineKinds, 'subsidised'] as const) expect(lineChoice({ kind, page: '2' })).toEqual({ part: kind, page: 2 })
  for (const search of [{}, { kind: 'x' }] as Record<string, string>[]) expect(lineChoice(search)).toEqual({ part: null, page: 1 })
})
