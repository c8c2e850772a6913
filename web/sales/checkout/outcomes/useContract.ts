import { useState } from 'react'
import { checkoutContract } from '#contract/sales/checkout'
import { type ApiFailure, isApiFailure } from '../../../platform/api/apiFailure.ts'
import { saveFile } from '../../../platform/lists/saveFile.ts'
import { customerCall } from '../customerCall.ts'
import { useSale } from '../useSale.ts'

/** Downloads the pre-contractual information before signing, or the contract afterwards. */
export function useContract() {
  const { link } = useSale()
  const [state, setState] = useState<'idle' | 'busy' | ApiFailure>('idle')
  const download = async () => {
    if (state === 'busy') return
    setState('busy')
    try {
      const file = await customerCall(checkoutContract, link, {})
      saveFile(file, file instanceof File ? file.name : '')
      setState('idle')
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setState(error)
    }
  }
  return { download: () => void download(), busy: state === 'busy', failure: typeof state === 'string' ? null : state }
}
