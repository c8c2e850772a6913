import { afterAll, beforeAll, expect, it } from 'vitest'
import { eicar, type FakeClamd, startFakeClamd } from '../../testing/uploads/fakeClamd.ts'
import { clamavOf } from '../config/virusConfig.ts'
import { clamavScanner, ScannerUnreachable } from './clamav.ts'

let clamd: FakeClamd
beforeAll(async () => {
  clamd = await startFakeClamd()
})
afterAll(() => clamd.close())

const scanner = (waitMs?: number) => clamavScanner({ host: '127.0.0.1', port: clamd.port }, waitMs)

it('tells a file with a virus from one without, whatever its size', async () => {
  expect(await scanner().version()).toMatch(/^ClamAV 1/)
  for (const [bytes, isInfected] of [
    [eicar, true],
    [Buffer.concat([Buffer.alloc(3_000_000, 'a'), eicar]), true],
    [Buffer.alloc(9_000_000, 'a'), false],
    [Buffer.from('%PDF-1.4'), false],
  ] as const)
    expect(await scanner().isInfected(bytes)).toBe(isInfected)
})

it.each(['silent', 'error', 'closes'] as const)('takes no file for clean while the daemon fails: %s', async (failure) => {
  clamd.behave(failure)
  await expect(scanner(50).isInfected(Buffer.from('%PDF-1.4'))).rejects.toThrow(ScannerUnreachable)
  clamd.behave('well')
})

it('takes no file for clean when nothing listens', async () => {
  const gone = await startFakeClamd()
  await gone.close()
  await expect(clamavScanner({ host: '127.0.0.1', port: gone.port }).isInfected(eicar)).rejects.toThrow(ScannerUnreachable)
})

it.each([
  [{}, null],
  [{ CLAMAV_HOST: 'clamav' }, { host: 'clamav', port: 3_310 }],
  [{ CLAMAV_HOST: '[::1]:3311' }, { host: '::1', port: 3_311 }],
  [{ CLAMAV_SOCKET: '/run/clamav/clamd.ctl' }, { path: '/run/clamav/clamd.ctl' }],
  [{ CLAMAV_SOCKET: 'clamd.ctl' }, 'not an absolute path'],
  [{ CLAMAV_HOST: 'clamav:99999' }, 'host:port'],
  [{ CLAMAV_HOST: 'clamav', CLAMAV_SOCKET: '/run/clamd.ctl' }, 'Only one'],
] as const)('reads its settings: %j', (values, expected) => {
  const read = () => clamavOf((name) => (values as Record<string, string>)[name] ?? '')
  if (typeof expected === 'string') expect(read).toThrow(expected)
  else expect(read()).toEqual(expected)
})
