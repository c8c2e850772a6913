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
]
