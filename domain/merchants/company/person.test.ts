import { describe, expect, it } from 'vitest'
import { enterpriseRules, requiredOfEnterprise } from './company.ts'
import { localDate } from '../../platform/dates.ts'
import { fieldGaps, fieldProblems, flatten, normalized, unflatten, type FieldValue, type Values } from './fields.ts'
import { ownerRules, profileRules, requiredOfProfile, type OwnerField, type ProfileField } from './person.ts'
import { testVectors } from '../../testing/testVectors.ts'

const today = localDate('2026-11-22')
const nobody = Object.fromEntries(Object.keys(profileRules).map((name) => [name, null])) as Values<ProfileField>
const problem = (name: ProfileField, value: FieldValue, more: Partial<Values<ProfileField>> = {}) =>
  fieldProblems(profileRules, { ...nobody, ...more, [name]: normalized(profileRules, name, value) }, [name], today).get(name)

describe('a person', () => {
  it('has a document number with the right control letter, by type', () => {
    for (const nif of testVectors.nifValid) expect(problem('documentNumber', nif, { documentType: 'nif' })).toBeUndefined()
    for (const nie of testVectors.nieValid) expect(problem('documentNumber', nie, { documentType: 'nie' })).toBeUndefined()
    expect(problem('documentNumber', '12.345.678-z', { documentType: 'nif' })).toBeUndefined()
    expect(problem('documentNumber', '12345678A', { documentType: 'nif' })).toBe('nif')
    expect(problem('documentNumber', 'X1234567A', { documentType: 'nie' })).toBe('nie')
    expect(problem('documentNumber', 'ab 123456', { documentType: 'passport' })).toBeUndefined()
    expect(problem('documentNumber', '12', { documentType: 'passport' })).toBe('passport')
  })

  it.each([
    ['2008-11-22', undefined],
    ['2008-11-23', 'adult'],
    ['1900-01-01', undefined],
    ['1899-12-31', 'day'],
    ['1980-02-30', 'day'],
  ])('a birthday on %s has problem %s', (day, code) => expect(problem('birthday', day)).toBe(code))

  it('has phone numbers with valid prefixes', () => {
    expect([problem('phone', '+34 612 345 678'), problem('phone', '912345678')]).toEqual([undefined, 'mobile'])
    for (const landline of testVectors.phoneLandlineValidBySpec) expect(problem('landline', landline)).toBeUndefined()
    expect(problem('landline', '952345678')).toBe('landline')
  })

  it('lives in Spain or Portugal with a postcode of that country; an owner anywhere', () => {
    expect(problem('address.postcode', '28001', { 'address.country': 'ES' })).toBeUndefined()
    expect(problem('address.postcode', '28001', { 'address.country': 'PT' })).toBe('postcode_pt')
    expect(problem('address.country', 'FR')).toBe('option')
    const owner = Object.fromEntries(Object.keys(ownerRules).map((name) => [name, null])) as Values<OwnerField>
    const abroad = { ...owner, 'address.country': 'GB', 'address.postcode': 'SW1A 1AA' }
    expect(fieldProblems(ownerRules, abroad, ['address.country', 'address.postcode'], today).size).toBe(0)
  })
})

it('a form reports missing required fields in its order', () => {
  const gaps = fieldGaps(profileRules, { ...nobody, firstName: 'Ana', phone: '512345678' }, requiredOfProfile.self_employed, today)
  expect([...gaps].slice(0, 3)).toEqual([
    ['lastName', 'required'],
    ['documentType', 'required'],
    ['documentNumber', 'required'],
  ])
  expect(gaps.get('phone')).toBe('mobile')
  expect(requiredOfProfile.self_employed.has('isLegalRepresentative')).toBe(false)
})

it('a company has a number with the right control character and a code of its activity', () => {
  const none = Object.fromEntries(Object.keys(enterpriseRules).map((name) => [name, null])) as Values<keyof typeof enterpriseRules>
  const codes = (over: object) =>
    Object.fromEntries(fieldProblems(enterpriseRules, { ...none, ...over }, Object.keys(over) as 'cif'[], today))
  for (const cif of testVectors.cifValid) expect(codes({ cif })).toEqual({})
  for (const cif of testVectors.cifInvalid) expect(codes({ cif })).toEqual({ cif: 'cif' })
  expect(codes({ cnae: '4755', website: 'no es', incorporationDate: '2026-11-23' })).toEqual({
    cnae: 'cnae',
    website: 'url',
    incorporationDate: 'future',
  })
  expect(requiredOfEnterprise.has('tradeName')).toBe(false)
})

it('flat names and nested objects are equivalent', () => {
  const nested = { firstName: 'Ana', isPep: false, address: { city: 'Madrid', postcode: null } }
  expect(flatten(nested)).toEqual({ firstName: 'Ana', isPep: false, 'address.city': 'Madrid', 'address.postcode': null })
  expect(unflatten(flatten(nested))).toEqual(nested)
})

it('typed values are validated as stored: phone numbers with spaces and prefix, documents with dots', () => {
  const typed = { ...nobody, phone: '+34 612 345 678', landline: '91 123 45 67\u200b', documentType: 'nif', documentNumber: '12.345.678-z' }
  expect(fieldProblems(profileRules, typed, ['phone', 'landline', 'documentNumber'], today).size).toBe(0)
  expect([...fieldProblems(profileRules, { ...typed, phone: '+33 612 345 678' }, ['phone'], today)]).toEqual([['phone', 'mobile']])
})
