import { describe, expect, it } from 'vitest'
import { firstProblem, type IdentityDraft, identityProblems, problemsFrom } from './identityDraft.ts'

const good: IdentityDraft = {
  firstName: 'Carmen',
  lastName: 'Illescas Mora',
  documentId: '12.345.678-z',
  birthday: '1990-12-31',
  email: ' carmen@correo.es ',
  street: 'Calle Mayor 3',
  postcode: '28013',
  city: 'Madrid',
  country: 'ES',
}
const wrong = (part: Partial<IdentityDraft>) => Object.keys(identityProblems({ ...good, ...part }))

describe('identity draft', () => {
  it('accepts documents, e-mails and postcodes in the formats people type', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ documentId: 'x1234567l', country: 'PT', postcode: '1250-096' })).toEqual([])
  })

  it.each<[Partial<IdentityDraft>, string]>([
    [{ documentId: '12345678A' }, 'documentId'],
    [{ documentId: '' }, 'documentId'],
    [{ documentId: 'B12345674' }, 'documentId'],
    [{ birthday: null }, 'birthday'],
    [{ birthday: '2999-01-01' }, 'birthday'],
    [{ email: 'carmen@correo' }, 'email'],
    [{ postcode: '53001' }, 'postcode'],
    [{ country: 'PT' }, 'postcode'],
    [{ city: '  ' }, 'city'],
    [{ firstName: '' }, 'firstName'],
  ])('%o is invalid in %s only', (part, field) => {
    expect(wrong(part)).toEqual([field])
  })

  it('returns the first invalid field in screen order', () => {
    expect(firstProblem(identityProblems({ ...good, street: '', email: '' }))).toBe('email')
    expect(firstProblem({})).toBeUndefined()
  })

  it('maps server-side problems to form fields', () => {
    const problems = new Map([
      ['address.postcode', { message: 'p' }],
      ['documentId', { message: 'd' }],
      ['somethingElse', { message: 'x' }],
    ])
    expect(problemsFrom(problems)).toEqual({ postcode: 'p', documentId: 'd' })
  })
})
