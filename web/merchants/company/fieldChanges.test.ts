import { expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { type ProfileField, profileRules } from '#domain/merchants/company/person'
import type { Values } from '#domain/merchants/company/fields'
import { changesToSend, withoutSent } from './fieldChanges.ts'

const today = localDate('2026-11-22')
const saved = Object.fromEntries(Object.keys(profileRules).map((name) => [name, null])) as Values<ProfileField>
const send = (typed: Partial<Values<ProfileField>>, over: Partial<Values<ProfileField>> = {}) =>
  changesToSend(profileRules, { ...saved, ...over }, typed, today)

it('sends valid changed values, normalised', () => {
  expect(send({ phone: '+34 612 34 56 78', firstName: ' Ana  Isabel ', landline: '' })).toEqual({
    phone: '612345678',
    firstName: 'Ana Isabel',
  })
  expect(send({ phone: '612 345 678' }, { phone: '612345678' })).toEqual({})
  expect(send({ firstName: '' }, { firstName: '' })).toEqual({})
  expect(send({ landline: '' }, { landline: '912345678' })).toEqual({ landline: null })
})

it('does not send invalid values', () => {
  expect(send({ documentType: 'nif', documentNumber: '12345678A', birthday: '2020-01-01' })).toEqual({ documentType: 'nif' })
  expect(send({ documentNumber: '12.345.678-z' }, { documentType: 'nif' })).toEqual({ documentNumber: '12345678Z' })
})

it('removes saved values from the draft, unless they were edited meanwhile or have the focus', () => {
  const atTyping = { firstName: 'Ana ', lastName: 'Mora' }
  expect(withoutSent({ firstName: 'Ana Isabel', lastName: 'Mora', phone: '6' }, atTyping, atTyping, null)).toEqual({
    firstName: 'Ana Isabel',
    phone: '6',
  })
  expect(withoutSent(atTyping, atTyping, atTyping, 'firstName')).toEqual({ firstName: 'Ana ' })
})
