import type { Handler } from '../http/call.ts'
import { sentence } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import { act } from './act.ts'

/** Does the same to several campaigns; each has its own outcome, and one that cannot keeps no other from it. */
export const bulk: Handler<'campaignBulk'> = async (call) => {
  const outcomes = new Map<string, string | null>()
  // In order, so that two of these never wait for each other.
  for (const id of [...new Set(call.body.ids)].toSorted()) outcomes.set(id, await outcomeOf(() => act(call, id, call.body.action)))
  return {
    results: [...new Set(call.body.ids)].map((id) => {
      const message = outcomes.get(id) ?? null
      return { id, done: message === null, message }
    }),
  }
}

/** Null: done. A refusal comes before anything is written, so that what the others did stands. */
async function outcomeOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return sentence(error)
  }
}
