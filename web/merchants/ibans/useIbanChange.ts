import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Iban, ibanApprove, ibanCancel, ibanConfirm, ibanList, merchantIbanList } from '#contract/merchants/ibans'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { stepUpOpen, withStepUp } from '../../platform/session/stepUp.ts'
import { useStore } from '../../platform/state/store.ts'
import { ibansRead } from './ibanReads.ts'

type ChangeAction = 'confirm' | 'approve' | 'cancel'

const calls = { confirm: ibanConfirm, approve: ibanApprove, cancel: ibanCancel } as const

/** The actions on a change: one at a time, with step-up where the server requires it, and the accounts read again afterwards. */
export function useIbanChange() {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ChangeAction | null>(null)
  const [error, setError] = useState<unknown>(null)
  const asking = useStore(stepUpOpen) !== null

  const readAgain = async () => {
    await Promise.all([merchantIbanList, ibanList].map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
  }
  /** True when it was done; false when the user cancelled or it was refused, which `error` then says. */
  const run = async (verb: ChangeAction, ibanId: string): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(verb)
    setError(null)
    try {
      const why = t(verb === 'approve' ? 'bankAccounts.why.approve' : 'bankAccounts.why.confirm')
      const changed: Iban | null = await withStepUp(why, () => write(calls[verb], { params: { merchantId, ibanId }, mode: 'live' }))
      if (changed === null) return false
      client.setQueryData(ibansRead(merchantId).queryKey, (known) => known?.map((one) => (one.id === ibanId ? changed : one)))
      void readAgain()
      return true
    } catch (thrown) {
      setError(thrown)
      void readAgain()
      return false
    } finally {
      setBusy(null)
    }
  }
  // While the password is asked for no request is in flight.
  return { busy: asking ? null : busy, error, run, readAgain }
}

export type IbanChange = ReturnType<typeof useIbanChange>
