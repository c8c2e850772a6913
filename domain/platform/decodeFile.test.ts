import { expect, it, test } from 'vitest'
import { decodeFile } from './decodeFile.ts'
import { readStatement } from '../money/bankStatement/bankStatement.ts'

const spanish = 'correo;año\r\nana@peña.es;Sofá nº 2 «Ñandú»\r\n'
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'be' ? bytes.swap16() : bytes
}
/** Bytes of some letters in code page 850; all others are those of ASCII. */
const dosBytes: Readonly<Record<string, number>> = { á: 0xa0, é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5, Á: 0xb5, É: 0x90, Í: 0xd6, Ó: 0xe0, Ú: 0xe9, º: 0xa7, ª: 0xa6, ü: 0x81, ç: 0x87 } // prettier-ignore
const cp850 = (text: string) => Buffer.from([...text].map((letter) => dosBytes[letter] ?? letter.charCodeAt(0)))
const windows = (text: string) =>
  Buffer.concat([...text].map((letter) => (letter === '€' ? Buffer.from([0x80]) : Buffer.from(letter, 'latin1'))))

test.each([
  ['UTF-8', Buffer.from(spanish), 'UTF-8'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${spanish}`), 'UTF-8'],
  ['UTF-16 as Excel’s Unicode text', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(spanish, 'le')]), 'UTF-16'],
  ['UTF-16 the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(spanish, 'be')]), 'UTF-16'],
  ['UTF-16 without a mark', utf16(spanish, 'le'), 'UTF-16'],
  ['UTF-16 the other way round without a mark', utf16(spanish, 'be'), 'UTF-16'],
  ['Windows-1252, as Spanish Excel saves a CSV', windows(spanish), 'Windows-1252'],
])('a text in %s is read as it is', (_, bytes, encoding) => {
  expect(decodeFile(new Uint8Array(bytes))).toEqual({ text: spanish, encoding })
})

test.each([
  'OPERACIÓN DE CRÉDITO EN MÁLAGA',
  'Transferencia a su favor, señor Muñoz, nº 3',
  'PEÑA',
  'LIQUIDACIÓN',
  'Abonament de l’any: 2ª',
  'Descripción;Núm. operación',
])('%j is told apart in the code pages of DOS and Windows', (text) => {
  const plain = text.replace('’', "'")
  expect(decodeFile(new Uint8Array(cp850(plain)))).toEqual({ text: plain, encoding: 'CP850' })
  expect(decodeFile(new Uint8Array(windows(plain)))).toEqual({ text: plain, encoding: 'Windows-1252' })
})

test.each([
  ['nothing', Buffer.alloc(0), 'empty'],
  ['an .xlsx', Buffer.from('PK\u0003\u0004…'), 'workbook'],
  ['an .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 1]), 'workbook'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 0, 9]), 'binary'],
])('%s has no text', (_, bytes, problem) => expect(decodeFile(new Uint8Array(bytes))).toEqual({ problem }))

it('gives the same statement in every encoding', () => {
  const file = 'Fecha;Concepto;Importe\r\n24/11/26;Liquidación señor Muñoz LIQ-2026-000213;1.083,68\r\n25/11/26;Año nuevo;-1,00\r\n'
  const written = [
    Buffer.from(file),
    Buffer.from(`\ufeff${file}`),
    utf16(`\ufeff${file}`, 'le'),
    utf16(file, 'be'),
    windows(file),
    cp850(file),
  ]
  for (const bytes of written) {
    const decoded = decodeFile(new Uint8Array(bytes))
    expect(readStatement('text' in decoded ? decoded.text : '')?.statement).toMatchObject({
      credits: [{ on: '2026-11-24', amountCents: 108_368, text: 'Liquidación señor Muñoz LIQ-2026-000213' }],
      unread: [],
    })
  }
})
