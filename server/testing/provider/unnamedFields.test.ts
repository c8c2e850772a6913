import { expect, it } from 'vitest'
import { namesOf } from './unnamedFields.ts'

it('the names of fields are found in lists too, and no places in a list', () => {
  expect(namesOf({ roles: ['risk'], terms: [{ from: '2026-01-01', rates: [{ territory: 'ceuta' }] }], note: null })).toEqual([
    'roles',
    'terms',
    'from',
    'rates',
    'territory',
    'note',
  ])
})
