import { describe, expect, it } from 'vitest'
import { passwordProblems } from './password.ts'

const owner = { email: 'maria.lopez@cafeteria-sol.example', firstName: 'María José', lastName: 'López de la Peña' }

describe('a password', () => {
  it.each([
    ['once letras', ['too_short']],
    ['doce letras!', []],
    ['ñandú ñandú!', []],
    // Eleven user-perceived characters, whatever their number of code units.
    ['😀'.repeat(11), ['too_short']],
    ['😀'.repeat(12), []],
    ['a '.repeat(64), []],
    ['a '.repeat(64) + 'b', ['too_long']],
    ['907314628517', ['all_digits']],
    ['9073146285', ['too_short', 'all_digits']],
    ['', ['too_short']],
    ['            ', []],
  ])('"%s" has problems %j', (password, problems) => {
    expect(passwordProblems(password, owner)).toEqual(problems)
  })

  it.each([
    'maria.lopez2026',
    'MARIALOPEZ!!!!',
    'María José 1985',
    'lopez-lopez-77',
    'Lopez.Peña.2026',
    'cafeteria-sol1',
    'mariajoselopez',
    'x.maría.lópez.x',
  ])('%s is too much like its owner', (password) => {
    expect(passwordProblems(password, owner)).toEqual(['like_you'])
  })

  it.each(['mi gato se llama lopez y duerme', 'maría tenía un corderito', 'solo cafés cortados', 'peñas arriba 1895'])(
    'of %s may contain one word of it',
    (password) => {
      expect(passwordProblems(password, owner)).toEqual([])
    },
  )

  it('of an owner without a name is checked against the rest', () => {
    expect(passwordProblems('cuatro caballos', { email: '', firstName: '', lastName: '' })).toEqual([])
    expect(passwordProblems('al-al-al-al-al', { email: 'al@x.es', firstName: 'Al', lastName: '' })).toEqual([])
  })
})
