import { expect, it } from 'vitest'
import { callSearch, curlOf, readCallQuery } from './callQuery.ts'

it('reads the address and leaves out what is invalid', () => {
  const read = readCallQuery({
    range: 'year',
    answer: 'caller',
    method: 'get',
    call: 'a b',
    key: 'x',
    error: 'UnknownField',
    request: ' 1-2 ',
    page: '2',
  })
  expect(read).toEqual({
    range: 'week',
    page: 2,
    answer: 'caller',
    method: undefined,
    call: undefined,
    key: undefined,
    error: 'UnknownField',
    request: '1-2',
  })
  expect(callSearch({ ...read, page: 1 })).toMatchObject({ range: undefined, page: undefined, answer: 'caller' })
})

it('writes a command that a shell reads as one, whatever the values contain', () => {
  const call = { method: 'POST', url: '/checkout', requestBody: `{"name":"L'Alba $(id)"}` }
  expect(curlOf(call, 'sk_test_1', { apiUrl: 'https://api.test', vendor: 'zeta', sandbox: true })).toBe(
    String.raw`curl -X POST 'https://api.test/checkout' \
  -H 'Authorization: Bearer sk_test_1' \
  -H 'Accept: application/vnd.zeta.sandbox.v4+json' \
  -H 'Content-Type: application/json' \
  -d '{"name":"L'\''Alba $(id)"}'`,
  )
  expect(curlOf({ method: 'GET', url: '/me', requestBody: null }, 'k', { apiUrl: '', vendor: 'zeta', sandbox: false })).not.toMatch(/-X|-d/)
})
