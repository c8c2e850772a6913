import { expect, it } from 'vitest'
import { makeApiCallLog, maxRowsAMinute, maxWaiting } from './apiCallLog.ts'
import type { AnsweredCall, Batch } from './callBatch.ts'

const answered = (more: Partial<AnsweredCall> = {}): AnsweredCall => ({
  key: { keyId: 'k1', kind: 'private', merchantId: 'm', mode: 'live' },
  requestId: 'r',
  at: new Date('2026-11-27T10:15:00Z'),
  call: 'operationView',
  method: 'GET',
  path: '/orders/{ref}',
  url: '/orders/1',
  status: 200,
  errorType: null,
  ms: 4,
  body: '',
  isForm: false,
  answer: null,
  ...more,
})
const failed = { status: 400, errorType: 'ApiValidationException', answer: '{}' }

function collected(store: (batch: Batch) => Promise<void> = async () => {}) {
  const batches: Batch[] = []
  const errors: unknown[] = []
  const log = makeApiCallLog(
    async (batch) => {
      batches.push(batch)
      await store(batch)
    },
    (error) => errors.push(error),
  )
  const times = (many: number, more?: Partial<AnsweredCall>) => Array.from({ length: many }, () => log.note(answered(more)))
  return { log, batches, errors, times }
}

const sumOf = ({ counts }: Batch) => [...counts.values()].reduce((sum, { calls }) => sum + calls, 0)

it('stores a limited number of calls of one key and minute, errors apart, and counts them all', async () => {
  const { log, batches, times } = collected()
  times(500)
  times(500, failed)
  times(1, { key: { keyId: 'k2', kind: 'private', merchantId: 'm', mode: 'live' } })
  times(300, { key: { keyId: 'k3', kind: 'public', merchantId: 'm', mode: 'live' } })
  times(1, { key: { keyId: 'k3', kind: 'public', merchantId: 'm', mode: 'live' }, ...failed })
  await log.flush()
  expect(batches.map((batch) => [batch.calls.length, sumOf(batch)])).toEqual([[2 * maxRowsAMinute + 2, 1_302]])
  times(1, { at: new Date('2026-11-27T10:16:00Z') })
  await log.close()
  expect(batches.map(({ calls }) => calls.length)).toEqual([242, 1])
})

it('keeps a bounded number of calls and bytes in memory', async () => {
  const { log, batches } = collected()
  for (let nth = 0; nth < 3 * maxWaiting; nth += 1)
    log.note(answered({ key: { keyId: `k${nth}`, kind: 'private', merchantId: 'm', mode: 'live' } }))
  await log.flush()
  for (let nth = 0; nth < 1_000; nth += 1)
    log.note(answered({ key: { keyId: `k${nth}`, kind: 'private', merchantId: 'm', mode: 'live' }, body: 'x'.repeat(60_000) }))
  await log.flush()
  expect(batches[0]?.calls.length).toBe(maxWaiting)
  expect(batches[1]?.calls.length).toBeLessThan(140)
})

it('goes on after a failed write, and never throws', async () => {
  let broken = true
  const { log, batches, errors, times } = collected(async () => {
    if (broken) throw new Error('no database')
  })
  times(2)
  await log.flush()
  broken = false
  times(1)
  await log.flush()
  await log.flush()
  expect([batches.length, errors.length, batches[1]?.calls.length]).toEqual([2, 1, 1])
})
