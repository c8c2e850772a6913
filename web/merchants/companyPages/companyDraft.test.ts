import { beforeEach, expect, it, vi } from 'vitest'
import { profileRules } from '#domain/merchants/company/person'
import { consequenceOf } from './companyConsequence.ts'
import { readTyped } from './companyDraft.ts'

const draft = vi.hoisted(() => ({ value: null as unknown }))
vi.mock('../../platform/session/drafts.ts', () => ({ readDraft: () => draft.value }))
beforeEach(() => (draft.value = null))

it('restores only fields of the form from a draft', () => {
  expect(readTyped('company-profile', profileRules)).toEqual({})
  draft.value = { firstName: 'Ana', 'address.city': null, role: 'owner', phone: { a: 1 }, __proto__: { isPep: true } }
  expect(readTyped('company-profile', profileRules)).toEqual({ firstName: 'Ana', 'address.city': null })
  draft.value = 'roto'
  expect(readTyped('company-profile', profileRules)).toEqual({})
})

it.each([
  ['self_employed', 'profile', ['lastName'], 'invoices'],
  ['self_employed', 'profile', ['address.street'], 'invoices'],
  ['self_employed', 'profile', ['phone', 'jobTitle'], 'nothing'],
  ['enterprise', 'profile', ['lastName', 'address.street'], 'nothing'],
  ['enterprise', 'enterprise', ['cif'], 'invoices'],
  ['enterprise', 'enterprise', ['website'], 'nothing'],
  ['enterprise', 'ownership', ['ownershipType'], 'nothing'],
  ['enterprise', 'owner', ['firstName', 'address.city'], 'nothing'],
  ['enterprise', 'enterprise', [], 'nothing'],
] as const)('of an account that is %s, a change in %s of %j says: %s', (type, part, names, expected) => {
  expect(consequenceOf(type, part, names)).toBe(expected)
})
