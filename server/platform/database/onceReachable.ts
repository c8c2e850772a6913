import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnreachable } from './configProblem.ts'
import { isConnectionError } from './connectionErrors.ts'

const retryMs = 500

const mayPass = (error: unknown): error is Error => error instanceof DatabaseUnreachable || isConnectionError(error)

/**
 * Asks the database, by a `question` that changes nothing and calls nothing else, again and again while it cannot be reached or the connection is lost, for `waitMs`
 * at most: a machine that boots starts the server and its database side by side. Says once why it waits, and again when the reason changes. Throws at once what
 * waiting does not cure.
 */
export async function onceReachable<T>(question: () => Promise<T>, waitMs: number, say: (line: string) => void): Promise<T> {
  const giveUpAt = performance.now() + waitMs
  let lastReported = ''
  for (;;) {
    try {
      return await question()
    } catch (error) {
      if (!mayPass(error) || performance.now() >= giveUpAt) throw error
      if (error.message !== lastReported) say(`Waiting for the database, ${waitMs / 1_000} s at most. ${error.message}`)
      lastReported = error.message
      await sleep(retryMs)
    }
  }
}
