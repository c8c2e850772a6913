import { useRef, useState } from 'react'
import { leavesOpen } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import type { Operation } from '#contract/operations'
import { keepDraft, readDraft, removeDraft } from '../shell/drafts.ts'
import { runAction } from '../operation/runningActions.ts'
import { useOperation } from './useOperation.ts'
import type { RefundPhase } from './useRefund.ts'

type Attempt = { key: string; sent: boolean; said: string }

function readAttempt(value: unknown): Attempt | null {
  if (typeof value !== 'object' || value === null) return null
  const { key, sent, said } = value as Partial<Record<keyof Attempt, unknown>> // looked at right here
  return typeof key === 'string' && typeof sent === 'boolean' && typeof said === 'string' ? { key, sent, said } : null
}

type MoneyAction = {
  /** Tells this action from others on the same operation. */
  name: 'cancel' | 'capture' | 'confirm'
  /** What is sent besides its name; said otherwise after it was sent, it is another attempt. */
  said?: object
  send: (key: string) => Promise<Operation | undefined>
  /** Whether the operation, read again, shows that it was done. */
  isDone: (operation: Operation) => boolean
  onDone: (operation: Operation) => void
}

/**
 * An action that is done once: its key is made when the dialog opens and kept in the tab until it is answered; after no
 * answer the operation is read before it can be sent again (our choice).
 */
export function useMoneyAction({ name, said = {}, send, isDone, onDone }: MoneyAction) {
  const { operationId, replace, readAgain } = useOperation()
  const draft = `${name}:${operationId}`
  const [attempt, setAttempt] = useState<Attempt>(() => readAttempt(readDraft(draft)) ?? { key: newKey(), sent: false, said: '' })
  const [phase, setPhase] = useState<RefundPhase>({ name: 'writing' })
  const busy = useRef(false)

  const keep = (next: Attempt) => {
    keepDraft(draft, next)
    setAttempt(next)
  }
  const finish = (operation: Operation) => {
    removeDraft(draft)
    replace(operation)
    onDone(operation)
  }
  const check = async () => {
    setPhase({ name: 'checking' })
    try {
      const operation = await readAgain()
      if (isDone(operation)) finish(operation)
      else setPhase({ name: 'notDone' })
    } catch {
      setPhase({ name: 'unknown' })
    }
  }
  const run = async () => {
    if (busy.current) return
    busy.current = true
    const words = JSON.stringify(said)
    const key = attempt.sent && attempt.said !== words ? newKey() : attempt.key
    keep({ key, sent: true, said: words })
    setPhase({ name: 'sending' })
    try {
      const answered = await runAction(operationId, () => send(key))
      finish(answered ?? (await readAgain()))
    } catch (error) {
      if (leavesOpen(error)) await check()
      else {
        keep({ key: newKey(), sent: false, said: '' })
        setPhase({ name: 'refused', error })
        void readAgain().catch(() => {})
      }
    } finally {
      busy.current = false
    }
  }
  return { phase, inFlight: phase.name === 'sending' || phase.name === 'checking', run: () => void run(), check: () => void check() }
}
