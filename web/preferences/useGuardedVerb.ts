import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useShop } from '../operation/useShop.ts'
import { stepUpOpen, withStepUp } from '../shell/stepUp.ts'
import { useStore } from '../shell/store.ts'

/** A verb of this shop: the password is asked for where the server wants it, and the named reads are made again. */
export function useGuardedVerb(why: string, readsAgain: readonly string[]) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const asking = useStore(stepUpOpen) !== null

  /** The answer; null when the person went back, or when it was refused, which `error` then says. */
  async function run<Answer>(call: (params: { merchantId: string }) => Promise<Answer>): Promise<Answer | null> {
    if (busy) return null
    setBusy(true)
    setError(null)
    try {
      return await withStepUp(why, () => call({ merchantId }))
    } catch (thrown) {
      setError(thrown)
      return null
    } finally {
      setBusy(false)
      for (const name of readsAgain) void client.invalidateQueries({ queryKey: [name] })
    }
  }
  // While the password is asked for nothing is on its way.
  return { run, error, busy: busy && !asking }
}
