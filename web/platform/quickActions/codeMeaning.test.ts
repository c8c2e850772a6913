import { describe, expect, it } from 'vitest'
import { codeMeaning } from './codeMeaning.ts'

const a = 'a'.repeat(32)
const b = 'b'.repeat(32)
const hosts = ['panel.tienda.es', 'pago.tienda.es:8443']
const foreign = { kind: 'foreign' }

describe('a scanned code', () => {
  it.each([
    [`https://panel.tienda.es/checkout/${a}#secret`, { kind: 'link', checkoutId: a }],
    [`https://pago.tienda.es:8443/checkout/${a}/`, { kind: 'link', checkoutId: a }],
    [`HTTPS://panel.tienda.es/merchants/${b}/operations/new?order=${a}&sandbox=true`, { kind: 'link', checkoutId: a }],
    [`https://panel.tienda.es/merchants/${b}/operations/${a}`, { kind: 'operation', merchantId: b, operationId: a }],
    [`https://panel.tienda.es/merchants/${b}/operations/${a}/refund?x=1`, { kind: 'operation', merchantId: b, operationId: a }],
    ['https://pago.tienda.es:8443/p/0a1b2c3d4e5f', { kind: 'short', address: 'https://pago.tienda.es:8443/p/0a1b2c3d4e5f' }],
    ['PED-10482', { kind: 'text', text: 'PED-10482' }],
    [' 8412345678905\n', { kind: 'text', text: '8412345678905' }],
    [a, { kind: 'text', text: a }],
    ['Carmen\u0000Illescas', { kind: 'text', text: 'Carmen Illescas' }],
  ])('%j has a meaning', (raw, meaning) => {
    expect(codeMeaning(raw, hosts)).toEqual(meaning)
  })

  it.each([
    `https://evil.example/checkout/${a}`,
    `https://panel.tienda.es.evil.example/checkout/${a}`,
    `https://panel.tienda.es@evil.example/checkout/${a}`,
    `https://panel.tienda.es/settings`,
    `https://evil.example/p/0a1b2c3d4e5f`,
    `https://panel.tienda.es/p/0a1b`,
    `https://panel.tienda.es/checkout/${a}b`,
    `https://panel.tienda.es/merchants/${b}/operations/new?order=x`,
    'https://',
    'javascript:alert(1)',
    'WIFI:S:tienda;T:WPA;P:1234;;',
    'tel:+34612345678',
    'x'.repeat(121),
    '',
    ' \n',
  ])('%j is foreign', (raw) => {
    expect(codeMeaning(raw, hosts)).toEqual(foreign)
  })
})
