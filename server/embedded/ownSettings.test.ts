import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { ownSettings, sizedSettings } from './ownSettings.ts'

const gigabytes = (many: number) => many * 1024 ** 3

it.each([
  { memory: 1, disk: 8, buffers: '256MB', wal: '1024MB' },
  { memory: 8, disk: 20, buffers: '512MB', wal: '2048MB' },
  { memory: 64, disk: 2_000, buffers: '1024MB', wal: '4096MB' },
])('gives PostgreSQL $buffers of $memory GB of memory, and $wal of WAL on a disk of $disk GB', ({ memory, disk, buffers, wal }) => {
  expect(sizedSettings({ memory: gigabytes(memory), disk: gigabytes(disk) })).toEqual({ shared_buffers: buffers, max_wal_size: wal })
})

it('reads memory and disk of the machine, and keeps every commit', () => {
  const { shared_buffers: buffers, max_wal_size: wal, ...others } = ownSettings(tmpdir())
  expect([buffers, wal]).toEqual([expect.stringMatching(/^\d+MB$/), expect.stringMatching(/^\d+MB$/)])
  expect(others).toMatchObject({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' })
})
