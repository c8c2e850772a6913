import { expect, it } from 'vitest'
import { articleTitle } from '../campaigns/articleTitle.ts'
import { orderNumber } from './orderNumber.ts'

it.each([' SP-1', 'SP-1 ', '\tSP-1\r\n', '\u00a0SP-1\u2003', '\ufeffSP-1', 'SP\u200b-1', '\u202aSP-1\u202c', 'SP\u00ad-1'])(
  '"%s" is SP-1',
  (wording) => {
    expect(orderNumber(wording)).toBe('SP-1')
  },
)

it('orderNumber keeps what distinguishes orders', () => {
  expect(['sp-1', 'SP 1', 'SP  1', 'An\u0303o/1', '0001', '#1001'].map(orderNumber)).toEqual([
    'sp-1',
    'SP 1',
    'SP 1',
    'Año/1',
    '0001',
    '#1001',
  ])
  expect(orderNumber(' \u200b\ufeff ')).toBe('')
})

it.each([
  ['Mesa &amp; silla', 'Mesa & silla'],
  ['Sof&aacute; &ntilde;and&uacute; 2&nbsp;plazas', 'Sofá ñandú 2 plazas'],
  ['Vino 75&#8239;cl &#8211; caja de 6', 'Vino 75 cl – caja de 6'],
  ['Funda 13&#x22; &#039;Pro&#039;', "Funda 13\" 'Pro'"],
  ['Camiseta <br/><small>Talla: <b>M</b></small>', 'Camiseta Talla: M'],
  ['Cable 3 < 5 m', 'Cable 3 < 5 m'],
  ['A &nothing; B &#0; C &#x110000; &amp;lt;', 'A &nothing; B &#0; C &#x110000; &lt;'],
  ['x'.repeat(300), 'x'.repeat(250)],
])('the title %s is read as %s', (wording, read) => {
  expect(articleTitle(wording, 250)).toBe(read)
})
