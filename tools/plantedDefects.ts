import { accessDefects } from './plantedAccessDefects.ts'
import { moneyDefects } from './plantedMoneyDefects.ts'

/** A mistake that would cost money or leak data, and the tests that must fall on it. */
export type PlantedDefect = {
  name: string
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
  caughtBy: readonly string[]
}

/** The mistakes of this trade that have cost others most (our choice). */
export const plantedDefects: readonly PlantedDefect[] = [
  ...moneyDefects,
  ...accessDefects,
  {
    name: 'a client that repeats a write under another key',
    file: 'client/src/send.ts',
    find: '(await attempt(asked, idempotencyKey, inDoubt))',
    replace: "(await attempt(asked, method === 'GET' ? null : crypto.randomUUID(), inDoubt))",
    caughtBy: ['tools/clientRetry.test.ts'],
  },
  {
    name: 'a client that captures a whole order because the amount is missing',
    file: 'client/src/send.ts',
    find: '    assertGiven(asked)\n',
    replace: '',
    caughtBy: ['tools/clientRetry.test.ts'],
  },
  {
    name: 'a callback believed whoever sends it',
    file: 'client/src/callback.ts',
    find: '.find((one) => sameText(one, shown))',
    replace: '[0]',
    caughtBy: ['tools/clientReceived.test.ts'],
  },
  {
    name: 'an old webhook believed',
    file: 'client/src/webhook.ts',
    find: ' || Math.abs(age) > toleranceSeconds',
    replace: '',
    caughtBy: ['tools/clientReceived.test.ts'],
  },
  {
    name: 'a request that is done after the page was told that it never came',
    file: 'server/http/idempotency.ts',
    find: "      if (row?.closed) throw new Refusal('RequestClosed')\n",
    replace: '',
    caughtBy: ['server/session/requestOutcome.test.ts'],
  },
  {
    name: 'a request that is being done taken for one that never came',
    file: 'server/http/idempotency.ts',
    find: "  if (!lock?.mine) return { state: 'running' }\n",
    replace: '',
    caughtBy: ['server/session/requestOutcome.test.ts'],
  },
  {
    name: '"no money has moved" said while the server is away or at work',
    file: 'web/shell/sendSurely.ts',
    find: "    if (outcome === null) return { state: 'left' }\n    if (outcome.state === 'absent')",
    replace: "    if (outcome === null || outcome.state === 'absent')",
    caughtBy: ['web/shell/sendSurely.test.ts'],
  },
  {
    name: 'a question that takes no answer for a no',
    file: 'web/shell/followRequest.ts',
    find: "    return state === 'running' ? null : { state, ...words }",
    replace: "    return { state: state === 'running' ? 'absent' : state, ...words }",
    caughtBy: ['web/shell/sendSurely.test.ts'],
  },
  {
    name: 'a lost answer asked for under another key',
    file: 'web/shell/sendSurely.ts',
    find: "  const options = sending as object as CallOptions<E> // the endpoint's own parameters and body\n  const once = () => (write as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, options)",
    replace:
      "  let nth = 0\n  const once = () =>\n    (write as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, {\n      ...sending,\n      key: `${sending.key}${(nth += 1) > 1 ? nth : ''}`,\n    } as object as CallOptions<E>)",
    caughtBy: ['web/shell/sendSurely.test.ts'],
  },
  {
    name: 'deadlines by a clock that is 40 minutes fast',
    file: 'web/api/serverClock.ts',
    find: 'export const serverNow = (): Date => new Date(Date.now() + aheadMs)',
    replace: 'export const serverNow = (): Date => new Date(Date.now())',
    caughtBy: ['web/api/serverClock.test.ts'],
  },
]
