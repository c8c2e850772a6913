import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnreachable } from './configProblem.ts'
import { isConnectionError } from './connectionErrors.ts'
import { DatabaseBusy } from './database.ts'

const retryMs = 500

const mayPass = (error: unknown): error is Error =>
  error instanceof DatabaseUnreachable || error instanceof DatabaseBusy || isConnectionError(error)

/**
 * Runs `work`, which may be repeated, again and again while the database cannot be reached or its connection is lost, for `waitMs` at most: a machine that boots
 * starts the server and its database side by side. Says once why it waits, and again when the reason changes. Throws what is not cured by waiting at once.
 */
export async function onceReachable<T>(work: () => Promise<T>, waitMs: number, say: (line: string) => void): Promise<T> {
  const giveUpAt = performance.now() + waitMs
  let said = ''
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error) || performance.now() >= giveUpAt) throw error
      if (error.message !== said) say(`Waiting for the database, ${waitMs / 1_000} s at most. ${error.message}`)
      said = error.message
      await sleep(retryMs)
    }
  }
}
