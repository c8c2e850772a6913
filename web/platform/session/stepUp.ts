import { isApiFailure } from '../api/apiFailure.ts'
import { makeStore } from '../shared/store.ts'

/** Why the password is asked for, in words, and who waits for the outcome. */
export type StepUp = { why: string; answer: (confirmed: boolean) => void }

/** The dialog that asks for the password again, while it lies over the page. */
export const stepUpOpen = makeStore<StepUp | null>(null)

/**
 * Makes a call that may need a fresh password (StepUpRequired): then the dialog asks for it, says `why`, and the call is made again. Null when
 * the person goes back instead; every other refusal is the caller's.
 */
export async function withStepUp<Answer>(why: string, run: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await run()
  } catch (error) {
    if (!isApiFailure(error) || error.type !== 'StepUpRequired') throw error
  }
  stepUpOpen.get()?.answer(false)
  const confirmed = await new Promise<boolean>((resolve) => stepUpOpen.set({ why, answer: resolve }))
  stepUpOpen.set(null)
  return confirmed ? run() : null
}
