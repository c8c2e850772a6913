import { expect, it } from 'vitest'
import { safeRedirect } from './safeRedirect.ts'

const origin = 'https://tienda.example'
const shop = 'a'.repeat(32)
const list = `/merchants/${shop}/operations`

const hostile = [
  'https://evil.tld',
  'http://evil.tld/merchants',
  '//evil.tld',
  '///evil.tld',
  '////evil.tld',
  '/\\evil.tld',
  '\\\\evil.tld',
  '/\t/evil.tld',
  '/\n/evil.tld',
  '\t//evil.tld',
  ' //evil.tld',
  '/ /evil.tld',
  '/.//evil.tld',
  '/..//evil.tld',
  '/%2e//evil.tld',
  '/%2f%2fevil.tld',
  '/%5cevil.tld',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://tienda.example/x',
  'https:evil.tld',
  'https:/evil.tld',
  'https:\\evil.tld',
  'https://tienda.example@evil.tld',
  'https://tienda.example.evil.tld',
  'https://tienda.example:444/settings/sections',
  'http://tienda.example/settings/sections',
  '//tienda.example@evil.tld/',
  '/@evil.tld',
  '/login?redirect=//evil.tld',
  '/new-password?uuid=1&token=2',
  '/unknown/path',
  '',
  '/',
  'settings/sections',
  './settings',
  '?redirect=x',
  '#x',
  `${list}/../../../../../evil`,
  `/merchants/${shop}/operations/..%2f..%2fevil`,
  `/merchants/%2e%2e/operations`,
  `/merchants/${'x'.repeat(300)}/operations`,
  `/${'a'.repeat(3000)}`,
  '/merchants/a b/operations',
  `/merchants/${shop}/nowhere`,
  '/\u0000/evil.tld',
  '/\u2028/evil.tld',
  '/。/evil.tld',
  '//evil%E3%80%82tld',
  '/merchants/%00/operations',
  '/merchants/%/operations',
  '/maintenance',
  `/merchants/${shop}//operations`,
]

it('has at least 38 hostile addresses', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(38)
})

it.each(hostile)('refuses %j', (target) => {
  expect(safeRedirect(target, origin)).toBe('/')
})

it.each([null, undefined])('returns the root when no page is given (%s)', (target) => {
  expect(safeRedirect(target, origin)).toBe('/')
})

it.each([
  [list, list],
  [`${list}/`, list],
  [`${list}?status=accepted&page=2`, `${list}?status=accepted&page=2`],
  [`${list}?q=Garc%C3%ADa+L%C3%B3pez&sandbox=true`, `${list}?q=Garc%C3%ADa+L%C3%B3pez&sandbox=true`],
  [`${list}?token=secret&uuid=secret&page=2&evil=1#frag`, `${list}?page=2`],
  [`${list}/${'c'.repeat(32)}/refund`, `${list}/${'c'.repeat(32)}/refund`],
  ['/settings/sections?uuid=1&token=2', '/settings/sections'],
  ['/settings/./change-password', '/settings/change-password'],
  [`${list}?q=//evil.tld`, `${list}?q=%2F%2Fevil.tld`],
])('keeps %s as %s', (target, expected) => {
  expect(safeRedirect(target, origin)).toBe(expected)
})

it('never returns an address that leaves the origin or carries a secret', () => {
  for (const target of [...hostile, `${list}?token=a`, `${list}?uuid=a`]) {
    const result = safeRedirect(target, origin)
    expect(new URL(result, origin).origin).toBe(origin)
    expect(result).not.toMatch(/^\/[/\\]|token|uuid/)
  }
})
