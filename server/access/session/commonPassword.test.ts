import { expect, it } from 'vitest'
import { commonPassword } from './newPassword.ts'

it.each([
  'password',
  'PASSWORD',
  'passwordpassword',
  'Password1234',
  'p4ssw0rd!!!!',
  '2026Password',
  '...dragon...',
  'iloveyou2026',
  'qwertyuiopas',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  'poiuytrewq123',
  'aaaaaaaaaaaa',
  'abababababab',
  'abc123abc123',
  'abcabcabcabc',
  '123456789012',
  'sunshine1234',
  'asdfghjklñ12',
])('the password %s is common', (password) => {
  expect(commonPassword(password)).toBe(true)
})

it.each([
  'cuatro caballos verdes',
  'Trastienda-demo-1',
  'correct horse battery staple',
  'x9$kQ!vT2pLm',
  'me gusta el password de mi tía',
  'Ñoño-y-Ñandú-87',
  'perro gato perro gato sol',
])('the password %s is not common', (password) => {
  expect(commonPassword(password)).toBe(false)
})
