import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { bankCheck, bankCheckState, type BankCheckStatus } from '#contract/sales/offlineCheckout'
import { compactDocument, isNie, isNif } from '#domain/platform/identifiers'
import { call } from '../../../platform/api/call.ts'
import { load } from '../../../platform/api/load.ts'
import { useDebounced } from '../../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'

/** Amount in cents from which a bank check may be required (docs/domain.md#bank-check). */
const bankFromCents = 100_000
/** Long-poll timeout in seconds, and the pause between polls in milliseconds. */
const waitSeconds = 10
const pauseMs = 500

export type BankStatus = {
  /** False when no bank check applies: low amount, no document, or no permission. */
  due: boolean
  answer: AnswerOf<typeof bankCheck> | undefined
  /** The current status, updated by polling. */
  status: BankCheckStatus | undefined
  asking: boolean
  failed: boolean
  retry: () => void
  /** Requests a new check after a refusal or expiry; null while a request is in flight. */
  again: (() => void) | null
  /** Why the new request failed. */
  problem: unknown
}

/** Whether a bank check is required, and its live status. */
export function useBankStatus(amount: number | null, documentId: string): BankStatus {
  const { may, mode, merchantId } = useMerchant()
  const client = useQueryClient()
  const [renewing, setRenewing] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const question = useDebounced(`${amount ?? 0} ${compactDocument(documentId)}`, 700)
  const [cents = '0', document = ''] = question.split(' ')
  const due = Number(cents) >= bankFromCents && (isNif(document) || isNie(document)) && may('bankCheck')
  const body = { amount: Number(cents), documentId: document, shopId: merchantId }
  const queryKey = ['bankCheck', mode, merchantId, cents, document]
  const check = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(bankCheck, { body, signal, quiet: true }),
    enabled: due,
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
  const consentId = check.data?.consentId ?? null
  const live = useQuery({
    queryKey: ['bankCheckState', mode, consentId],
    queryFn: ({ signal, client: queries, queryKey: key }) =>
      load(bankCheckState, {
        params: { consentId: consentId ?? '' },
        query: { wait: waitSeconds, seen: queries.getQueryData<AnswerOf<typeof bankCheckState>>(key)?.status ?? check.data?.status },
        signal,
        quiet: true,
      }),
    enabled: due && consentId !== null && check.data?.consentUrl !== null,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'pending' || data.status === 'failed' ? pauseMs : false,
    retry: false,
  })
  const again = async () => {
    setRenewing(true)
    setProblem(null)
    try {
      client.setQueryData(queryKey, await call(bankCheck, { body: { ...body, again: true }, quiet: true }))
    } catch (error) {
      setProblem(error)
    } finally {
      setRenewing(false)
    }
  }
  return {
    due,
    answer: check.data,
    status: live.data?.status ?? check.data?.status,
    asking: check.isFetching,
    failed: check.isError,
    retry: () => void check.refetch(),
    again: renewing ? null : () => void again(),
    problem,
  }
}
