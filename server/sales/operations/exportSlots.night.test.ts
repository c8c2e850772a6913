import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { maxExports, acquireExportSlot } from './download.ts'

// The maximum number of concurrent exports of one person, and one more later.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // More than a connection buffers, so that an export nobody reads stays open.
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps, fee_bps,
      fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at)
    select $1, 'live', gen_random_uuid(), repeat('P', 60), 'rejected', 'online', 'instalments', 'automatic', 5000, 1, 0, 0, 0, 0, 0, 0, repeat('Ana ', 100), 'Ruiz',
      'c@correo.test', 'ana', timestamptz '2023-01-01' + n * interval '40 minutes' from generate_series(1, 40000) n`,
    [ids.merchantA1],
  )
})
afterAll(() => server.close())

/** The server notices closed connections a moment later. */
async function freed(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const taken = Array.from({ length: maxExports.together }, (_, nth) => {
      try {
        return acquireExportSlot(`nobody ${nth}`)
      } catch {
        return null
      }
    })
    for (const slot of taken) slot?.free()
    if (taken.every((slot) => slot !== null)) return
    await sleep(100)
  }
  throw new Error('an export never ends')
}

type Started = { status: number; retryAfter: string | undefined; read: () => Promise<string>; stop: () => void }

/** Requests an export on a connection of its own and reads nothing of it until asked to. */
async function start(persona: Persona): Promise<Started> {
  const { accessToken, cookie } = await server.as(persona)
  const download = get(`${server.url}/v2/merchants/${hexOf(ids.merchantA1)}/orders/download?format=csv`, {
    agent: false,
    headers: { authorization: `Bearer ${accessToken}`, cookie },
  })
  const [answer] = (await once(download, 'response')) as [IncomingMessage]
  // Aborted on purpose.
  answer.on('error', () => {})
  return {
    status: answer.statusCode ?? 0,
    retryAfter: answer.headers['retry-after'],
    read: () => text(answer),
    stop: () => void answer.destroy(),
  }
}

describe('concurrent exports', () => {
  it('of one person are limited, and the others are answered 429 with a time to retry', async () => {
    const before = process.memoryUsage().rss
    const all = await Promise.all(Array.from({ length: 100 }, () => start('ownerA')))
    const grown = process.memoryUsage().rss - before
    const by = (status: number) => all.filter((one) => one.status === status)
    expect([by(200).length, by(429).length]).toEqual([maxExports.perUser, 100 - maxExports.perUser])
    for (const { retryAfter, read } of by(429)) {
      expect(retryAfter).toBe('10')
      expect(JSON.parse(await read())).toMatchObject({ error: { type: 'TooManyRequests' } })
    }
    expect(grown / 1e6).toBeLessThan(150)
    // Another person is not affected.
    const other = await start('adminA')
    expect(other.status).toBe(200)
    for (const { stop } of [...all, other]) stop()
  })

  it('release their slots when abandoned, finished or refused', async () => {
    const passes = async () => {
      // The server notices a closed connection a moment later.
      for (let tries = 0; tries < 50; tries += 1) {
        const next = await start('editorA')
        if (next.status === 200) return next
        next.stop()
        await sleep(100)
      }
      throw new Error('no place was given back')
    }
    const refused = async () => {
      const download = await start('editorA')
      download.stop()
      expect(download.status).toBe(429)
    }
    const left = await Promise.all([start('editorA'), start('editorA')])
    await refused()
    for (const { stop } of left) stop()
    const [first, two] = [await passes(), await passes()]
    await refused()
    expect((await first.read()).split('\r\n').length).toBeGreaterThan(40_000)
    const three = await passes()
    two.stop()
    three.stop()
    await passes().then(({ stop }) => stop())
  })
})

describe('a slot', () => {
  beforeAll(() => freed())

  it('is released after an end, an error, or a return before the first piece, and never twice', async () => {
    const user = 'someone'
    async function* pieces(fails: boolean) {
      yield 1
      if (fails) throw new Error('broken')
    }
    const slots = () => {
      const taken = []
      try {
        for (;;) taken.push(acquireExportSlot(user))
      } catch {
        for (const slot of taken) slot.free()
        return taken.length
      }
    }
    for (const fails of [false, true]) {
      const slot = acquireExportSlot(user)
      expect(slots()).toBe(maxExports.perUser - 1)
      const read = (async () => {
        for await (const _ of slot.until(pieces(fails)));
      })()
      await read.catch(() => {})
      expect(slots()).toBe(maxExports.perUser)
    }
    const unread = acquireExportSlot(user)
    await unread.until(pieces(false))[Symbol.asyncIterator]().return?.()
    unread.free()
    expect(slots()).toBe(maxExports.perUser)
  })

  it('is refused to everybody when all are taken', () => {
    const taken = Array.from({ length: maxExports.together }, (_, nth) => acquireExportSlot(`person ${nth}`))
    expect(() => acquireExportSlot('one more')).toThrow('TooManyRequests')
    for (const slot of taken) slot.free()
    expect(() => acquireExportSlot('one more').free()).not.toThrow()
  })
})
