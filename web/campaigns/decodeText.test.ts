import { expect, it } from 'vitest'
import { decodeText } from './decodeText.ts'

const words = 'Sofá Ñandú «2» €'

it('reads what Excel, Windows and other programs write', () => {
  const utf16 = Buffer.from(`\ufeff${words}`, 'utf16le')
  const ansi = Uint8Array.from([...'Sof\u00e1 \u00d1and\u00fa \u00ab2\u00bb '].map((sign) => sign.codePointAt(0) ?? 0).concat(0x80))
  for (const bytes of [Buffer.from(words), Buffer.from(`\ufeff${words}`), utf16, Buffer.from(utf16).swap16(), ansi])
    expect(decodeText(new Uint8Array(bytes)).replace(/^\ufeff/, '')).toBe(words)
  expect(decodeText(new Uint8Array())).toBe('')
})
