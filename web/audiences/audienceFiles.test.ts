import { createHash, webcrypto } from 'node:crypto'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { memberText } from '#domain/audienceIdentifier'
import { decodeFile } from './decodeFile.ts'
import { memberHash, memberHashes } from './memberHashes.ts'

const spanish = 'correo;año\r\nana@peña.es;1990\r\n'
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'be' ? bytes.swap16() : bytes
}

describe('a file’s characters', () => {
  test.each([
    ['UTF-8', Buffer.from(spanish), 'UTF-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${spanish}`), 'UTF-8'],
    ['UTF-16 as Excel’s Unicode text', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(spanish, 'le')]), 'UTF-16'],
    ['UTF-16 the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(spanish, 'be')]), 'UTF-16'],
    ['UTF-16 without a mark', utf16(spanish, 'le'), 'UTF-16'],
    ['UTF-16 the other way round without a mark', utf16(spanish, 'be'), 'UTF-16'],
    ['Windows-1252, as Spanish Excel saves a CSV', Buffer.from(spanish, 'latin1'), 'Windows-1252'],
  ])('in %s are read as they are', (_, bytes, encoding) => {
    const decoded = decodeFile(new Uint8Array(bytes))
    expect('text' in decoded ? [decoded.text.replace(/^\ufeff/, ''), decoded.encoding] : decoded).toEqual([spanish, encoding])
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['an .xlsx', Buffer.from('PK\u0003\u0004…'), 'workbook'],
    ['an .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 1]), 'workbook'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 0, 9]), 'binary'],
  ])('of %s are none', (_, bytes, problem) => expect(decodeFile(new Uint8Array(bytes))).toEqual({ problem }))
})

describe('the hash of a member', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const wanted = (member: string) => createHash('sha256').update(memberText('email', member)).digest('hex')

  it.each([
    ['the browser’s own', webcrypto],
    ['ours, where a page without HTTPS has none', { getRandomValues: webcrypto.getRandomValues, subtle: undefined }],
  ])('is made by %s, and is the one that the server reckons', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto)
    expect(await memberHash('peña@correo.es', 'email')).toBe(wanted('peña@correo.es'))
    const members = Array.from({ length: 1_201 }, (_, nth) => `cliente${nth}@correo.es`)
    const shares: number[] = []
    const onShare = (share: number) => void shares.push(share)
    const hashes = await memberHashes(new Set(members), 'email', { signal: new AbortController().signal, onShare })
    expect(Buffer.from(hashes).toString('hex')).toBe(members.map(wanted).join(''))
    expect([shares.length, shares.at(-1), shares.toSorted((a, b) => a - b)]).toEqual([3, 1, shares])
  })

  it('is given up when its screen goes', async () => {
    const leaving = new AbortController()
    const members = new Set(Array.from({ length: 2_000 }, (_, nth) => `cliente${nth}@correo.es`))
    const hashing = memberHashes(members, 'email', { signal: leaving.signal, onShare: () => leaving.abort() })
    await expect(hashing).rejects.toThrow(/abort/i)
  })
})
