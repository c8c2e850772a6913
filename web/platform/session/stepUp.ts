import { isApiFailure } from '../api/apiFailure.ts'
import { makeStore } from '../state/store.ts'

/** The reason shown in the dialog, and the callback that receives the outcome. */
export type StepUp = { why: string; answer: (confirmed: boolean) => void }

/** The open step-up dialog, if any. */
export const stepUpOpen = makeStore<StepUp | null>(null)

/**
 * Makes a call that may require step-up authentication (StepUpRequired): then the dialog asks for it, shows `why`, and the call is retried. Null when
 * the user cancels; every other refusal is passed on to the caller.
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
