import { beforeEach, describe, expect, it } from 'vitest'
import { ApiFailure, type FailureType } from '../api/apiFailure.ts'
import { openRequests } from './openRequests.ts'

const failure = (type: FailureType, outcomeUnknown = false) =>
  new ApiFailure({ status: outcomeUnknown ? 0 : 409, type, message: type, outcomeUnknown })
const lost = failure('Timeout', true)

/** What was sent, in order; each sending ends as the next of `ends` says, the others well. */
let sent: { body: number; key: string }[]
let read: number
let once: ReturnType<typeof openRequests<number>>
/** One press: the body is read, which changes every time, then sent. */
const press = (end: Error | null = null, { name = 'clone', unread = null }: { name?: string; unread?: Error | null } = {}) =>
  once(
    name,
    async () => {
      if (unread) throw unread
      return (read += 1)
    },
    async (body, key) => {
      sent.push({ body, key })
      if (end) throw end
    },
  ).catch((error: unknown) => error)
const keys = () => new Set(sent.map(({ key }) => key)).size

beforeEach(() => {
  sent = []
  read = 0
  once = openRequests<number>()
})

describe('a request whose answer is missing', () => {
  it.each([
    ['lost', lost],
    ['still on its way', failure('IdempotencyInFlight')],
    ['an error of another kind', new TypeError('unreadable')],
  ])('goes again as it went: %s', async (_, end) => {
    await press(end)
    await press()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  it('is not read anew, so that nothing that fails on the way to it ends it', async () => {
    await press(lost)
    await press(null, { unread: failure('NoConnection') })
    expect(sent[1]).toEqual(sent[0])
  })

  it('stays open while the first is on its way and the second press is told so', async () => {
    for (const end of [lost, failure('IdempotencyInFlight'), lost, null]) await press(end)
    expect(keys()).toBe(1)
  })
})

describe('what comes after an answer is another request', () => {
  it.each([
    ['done', null],
    ['refused', failure('DuplicatedOrder')],
  ])('%s', async (_, end) => {
    await press(end)
    await press()
    expect(keys()).toBe(2)
    expect(sent.map(({ body }) => body)).toEqual([1, 2])
  })

  it('nothing is sent, and nothing kept, where it could not be read', async () => {
    const unread = failure('NoConnection')
    expect(await press(null, { unread })).toBe(unread)
    expect(sent).toEqual([])
    await press()
    expect(sent).toHaveLength(1)
  })
})

it('keeps requests of different names apart', async () => {
  await press(lost)
  await press(lost, { name: 'clone 7500' })
  await press()
  expect(keys()).toBe(2)
  expect(sent[2]).toEqual(sent[0])
})
