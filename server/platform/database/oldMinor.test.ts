import { expect, it } from 'vitest'
import { oldMinorWarning } from './oldMinor.ts'

it('warns of a server whose minor version is more than a year old', () => {
  expect(oldMinorWarning(150_015)).toEqual([expect.stringContaining('PostgreSQL 15.15')])
  expect([150_016, 160_012, 170_020, 180_002, 190_000].flatMap(oldMinorWarning)).toEqual([])
})
