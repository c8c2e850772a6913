import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiFailure, isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { stepUpOpen, withStepUp } from '../../platform/session/stepUp.ts'
import { useStore } from '../../platform/state/store.ts'

/** The errors of a refused write: by field, and in general. */
type TeamProblems = Partial<Record<string, string>>

/** The queries that a change of the team may affect. */
const reads = ['teamList', 'accessRequestView', 'handoverView', 'inboxList', 'tillList', 'teamCredentials', 'keyList', 'webhookList']

/** One write of the team at a time: with step-up where the server requires it, and the affected queries read again afterwards. */
export function useTeamWrite() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<TeamProblems>({})
  const asking = useStore(stepUpOpen) !== null
  const { keyOf, forget } = useContentKey()

  const readAgain = () => {
    for (const call of reads) void client.invalidateQueries({ queryKey: [call] })
  }

  /** The answer; null when the user cancelled or it was refused, which `problems` then says. */
  const run = async <Answer>(why: string, content: unknown, send: (key: string) => Promise<Answer>): Promise<Answer | null> => {
    if (busy) return null
    setBusy(true)
    setProblems({})
    try {
      const answer = await withStepUp(why, () => send(keyOf(content)))
      if (answer !== null) readAgain()
      return answer
    } catch (error) {
      if (!isOutcomeUnknown(error)) forget()
      setProblems(problemsOf(error))
      // Refused: the data shown may be outdated.
      readAgain()
      return null
    } finally {
      setBusy(false)
    }
  }
  // While the password is asked for no request is in flight.
  return { busy: busy && !asking, problems, show: setProblems, run }
}

function problemsOf(error: unknown): TeamProblems {
  if (!isApiFailure(error) || error.fields.size === 0) return { form: failureMessage(error) }
  return Object.fromEntries([...error.fields].map(([name, { message }]) => [name, message]))
}
