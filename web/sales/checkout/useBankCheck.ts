import { useCallback, useState } from 'react'
import { bankConsentAnswer, type BankConsentView, bankConsentView } from '#contract/sales/bankConsent'
import type { BodyInput } from '#contract/platform/endpoint'
import type { ApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall } from './customerCall.ts'
import { takeReturnState } from './steps/returned.ts'
import { type LinkedView, useLinkedView } from './useLinkedView.ts'

type Answer = BodyInput<typeof bankConsentAnswer>

export type BankCheck = Omit<LinkedView<BankConsentView>, 'send'> & {
  /** An answer has just been processed, so its outcome is shown. */
  answered: boolean
  /** Resolves to null, or to a failure with the invalid fields. */
  answer: (body: Answer) => Promise<ApiFailure | null>
  /** Starts over after a refusal. */
  restart: () => void
}

/** Loads and answers a bank check; who returns from the bank's page has answered it there. */
export function useBankCheck(link: CheckoutLink): BankCheck {
  const [answered, setAnswered] = useState(false)
  const tell = useCallback(
    async (body: Answer) => {
      const seen = await customerCall(bankConsentAnswer, link, { body })
      // The bank's page comes first.
      if (seen.url === null) setAnswered(true)
      else if (body.returned === undefined && body.documentId !== undefined) location.assign(seen.url)
      return seen
    },
    [link],
  )
  const read = useCallback(() => customerCall(bankConsentView, link, {}), [link])
  const first = useCallback(() => {
    const returned = takeReturnState() ?? ''
    return returned === '' ? read() : tell({ authorise: true, returned })
  }, [read, tell])
  const { send, ...check } = useLinkedView(read, first)
  return { ...check, answered, answer: (body) => send(() => tell(body)), restart: () => setAnswered(false) }
}
