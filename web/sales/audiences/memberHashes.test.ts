import { createHash, webcrypto } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { memberText } from '#domain/sales/campaigns/audienceIdentifier'
import { memberHash, memberHashes } from './memberHashes.ts'

describe('member hashes', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const expectedHash = (member: string) => createHash('sha256').update(memberText('email', member)).digest('hex')

  it.each([
    ['the browser’s own', webcrypto],
    ['ours, where a page without HTTPS has none', { getRandomValues: webcrypto.getRandomValues, subtle: undefined }],
  ])('computed by %s equal those of the server', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto)
    expect(await memberHash('peña@correo.es', 'email')).toBe(expectedHash('peña@correo.es'))
    const members = Array.from({ length: 1_201 }, (_, nth) => `cliente${nth}@correo.es`)
    const shares: number[] = []
    const onShare = (share: number) => void shares.push(share)
    const hashes = await memberHashes(new Set(members), 'email', { signal: new AbortController().signal, onShare })
    expect(Buffer.from(hashes).toString('hex')).toBe(members.map(expectedHash).join(''))
    expect([shares.length, shares.at(-1), shares.toSorted((a, b) => a - b)]).toEqual([3, 1, shares])
  })

  it('are aborted when the screen is unmounted', async () => {
    const leaving = new AbortController()
    const members = new Set(Array.from({ length: 2_000 }, (_, nth) => `cliente${nth}@correo.es`))
    const hashing = memberHashes(members, 'email', { signal: leaving.signal, onShare: () => leaving.abort() })
    await expect(hashing).rejects.toThrow(/abort/i)
  })
})
