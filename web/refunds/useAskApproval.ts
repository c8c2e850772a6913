import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refundRequestCreate, type RefundRequest } from '#contract/refundRequests'
import type { BodyInput } from '#contract/endpoint'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { useOperation } from './useOperation.ts'

/** Asks others to approve a refund: once for one content, however often it is pressed. */
export function useAskApproval(onAsked: (request: RefundRequest) => void) {
  const { merchantId, operationId } = useOperation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const sent = useRef({ key: '', text: '' })

  const ask = async (body: BodyInput<typeof refundRequestCreate>) => {
    if (busy) return
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { key: newKey(), text }
    setBusy(true)
    setError(null)
    try {
      const request = await write(refundRequestCreate, { params: { merchantId, operationId }, body, key: sent.current.key })
      await client.invalidateQueries({ queryKey: ['refundRequestList'] })
      onAsked(request)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, ask }
}
