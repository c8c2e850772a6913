import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { operationBulkPreview, type BulkRow } from '#contract/bulkOperations'
import type { BodyInput } from '#contract/endpoint'
import { operationCapture, operationRefund } from '#contract/operationVerbs'
import { refundRequestCreate } from '#contract/refundRequests'
import { isApiFailure } from '../api/apiFailure.ts'
import { call, newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { runAction } from '../operation/runningActions.ts'
import { useShop } from '../operation/useShop.ts'
import { BulkKeys, linesOf, lookedAgain, runLines, toRetry, type BulkLine, type LineState, type Sent } from './bulkRun.ts'

export type BulkAction = 'capture' | 'refund'
/** Why money goes back, the same for all of them. */
export type BulkReason = Pick<BodyInput<typeof operationRefund>, 'reason' | 'comment'>

/** Where it stands: being looked at, looked at, on its way, or answered for every line. */
export type BulkPhase = { name: 'looking' | 'ready' | 'running' | 'over' } | { name: 'failed'; error: unknown }

const readAfterwards = ['operationList', 'operationCounts', 'operationDetail', 'operationTotals', 'inboxList', 'refundRequestList']

/** Does one action to several operations: first the server's dry run, then each by the call that its own dialog makes (product REF-12). */
export function useBulkRun(action: BulkAction, ids: readonly string[]) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [lines, setLines] = useState<readonly BulkLine[]>([])
  const [phase, setPhase] = useState<BulkPhase>({ name: 'looking' })
  const [keys] = useState(() => new BulkKeys(newKey))
  const busy = useRef(false)

  const put = (id: string, state: LineState) => setLines((before) => before.map((line) => (line.id === id ? { ...line, state } : line)))

  const look = async (of: readonly string[], take: (rows: readonly BulkRow[]) => void) => {
    setPhase({ name: 'looking' })
    try {
      take(await call(operationBulkPreview, { params: { merchantId }, query: { action, ids: of.join() } }))
      setPhase({ name: 'ready' })
    } catch (error) {
      setPhase({ name: 'failed', error })
    }
  }
  const lookAtAll = () => look(ids, (rows) => setLines(linesOf(rows)))
  const lookAgain = () =>
    look(
      toRetry(lines).map(({ id }) => id),
      (rows) => setLines((before) => lookedAgain(before, rows)),
    )
  // Once, when the dialog opens: what is selected meanwhile is another dialog's.
  const first = useRef(lookAtAll)
  useEffect(() => {
    if (ids.length > 0) void first.current()
  }, [ids])

  const run = async (reason: BulkReason) => {
    if (busy.current) return
    busy.current = true
    setPhase({ name: 'running' })
    await runLines({ lines, keys, put, send: (line, key) => runAction(line.id, () => sendLine(merchantId, line, key, reason)) })
    busy.current = false
    setPhase({ name: 'over' })
    for (const name of readAfterwards) void client.invalidateQueries({ queryKey: [name] })
  }
  return {
    lines,
    phase,
    run,
    retry: () => void (lines.length === 0 ? lookAtAll() : lookAgain()),
    put,
  }
}

/** One line by its own call, under its own key; the amount is the one that was shown, so that another one is refused. */
async function sendLine(merchantId: string, { id, will, amount }: BulkRow, key: string, reason: BulkReason): Promise<Sent> {
  const to = { params: { merchantId, operationId: id }, key }
  try {
    if (will === 'capture') await write(operationCapture, { ...to, body: { amount } })
    else if (will === 'ask') {
      await write(refundRequestCreate, { ...to, body: { amount, ...reason } })
      return { name: 'asked' }
    } else {
      const { refund } = await write(operationRefund, { ...to, body: { amount, expectedRemaining: amount, ...reason } })
      const { releaseAt } = refund
      return { name: 'done', held: releaseAt === null ? null : { operationId: id, refundId: refund.id, amount, releaseAt } }
    }
    return { name: 'done', held: null }
  } catch (error) {
    if (!isApiFailure(error) || error.outcomeUnknown || error.type === 'IdempotencyInFlight') return { name: 'unknown' }
    return { name: 'refused', message: failureText(error) }
  }
}
