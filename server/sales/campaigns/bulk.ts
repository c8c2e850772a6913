import type { Handler } from '../../platform/calls/call.ts'
import { sentence } from '../../platform/calls/answer.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { act } from './act.ts'
import { publishDraft } from './write.ts'

/**
 * Applies an action to several campaigns; each has its own outcome, and a failure does not affect the others. Drafts are published as the caller saw them: a
 * missing revision refuses with ApiValidationException.
 */
export const campaignBulk: Handler<'campaignBulk'> = async (call) => {
  const { action, ids, revisions = [] } = call.body
  if (action === 'publish' && revisions.length !== ids.length)
    throw new Refusal('ApiValidationException', {
      fields: [{ name: 'revisions', code: 'required', message: text('errors.field.required') }],
    })
  const seen = new Map(ids.map((id, place) => [id, revisions[place] ?? 0]))
  const outcomes = new Map<string, string | null>()
  // In order of id, to avoid deadlocks between two of these.
  for (const [id, revision] of [...seen].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    outcomes.set(id, await outcomeOf(() => (action === 'publish' ? publishDraft(call, id, revision) : act(call, id, action))))
  return {
    results: [...seen.keys()].map((id) => {
      const message = outcomes.get(id) ?? null
      return { id, done: message === null, message }
    }),
  }
}

/** Null: done. A refusal comes before anything is written, so the results of the others stand. */
async function outcomeOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const gaps = error.type === 'ApiValidationException' && Array.isArray(error.fields) ? error.fields : []
    return gaps.length > 0 ? gaps.map(({ message }) => message).join(' ') : sentence(error)
  }
}
