import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { operationBulkPreview, type BulkRow } from '#contract/sales/bulkOperations'
import { call } from '../../../platform/api/call.ts'
import { pollNow } from '../../../platform/shared/followRequest.ts'
import { linesOf, lookedAgain, runLines, toLookAgain, toSend, type BulkLine, type LineState } from './bulkRun.ts'
import { sendBulkLine, type BulkPlace, type BulkReason } from './sendBulkLine.ts'

export type BulkAction = 'capture' | 'refund'

/** Where it stands: being looked at, looked at, on its way, or answered for every line. */
export type BulkPhase = { name: 'looking' | 'ready' | 'running' | 'over' } | { name: 'failed'; error: unknown }

const readAfterwards = ['operationList', 'operationCounts', 'operationDetail', 'operationTotals', 'inboxList', 'refundRequestList']

/**
 * Does one action to several operations: first the server's dry run, then each by the call that its own dialog makes. Once
 * its dialog is gone, nothing more is sent.
 */
export function useBulkRun(action: BulkAction, ids: readonly string[], place: BulkPlace) {
  const client = useQueryClient()
  const [lines, setLines] = useState<readonly BulkLine[]>([])
  const [phase, setPhase] = useState<BulkPhase>({ name: 'looking' })
  const busy = useRef(false)
  /** The lines as they stand, also while a run is on its way or its dialog is gone. */
  const present = useRef(lines)
  const sent = useRef<BulkReason | null>(null)
  const stop = useRef(new AbortController())
  const left = () => stop.current.signal.aborted
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  const show = (next: readonly BulkLine[]) => {
    present.current = next
    setLines(next)
  }
  const put = (id: string, state: LineState) => show(present.current.map((line) => (line.id === id ? { ...line, state } : line)))

  const look = async (of: readonly string[], take: (rows: readonly BulkRow[]) => void) => {
    setPhase({ name: 'looking' })
    try {
      const { merchantId, mode } = place
      take(await call(operationBulkPreview, { params: { merchantId }, query: { action, ids: of.join() }, mode }))
      setPhase({ name: sent.current !== null && toSend(present.current).length === 0 ? 'over' : 'ready' })
    } catch (error) {
      setPhase({ name: 'failed', error })
    }
  }
  const lookAtAll = () => look(ids, (rows) => show(linesOf(rows)))
  const lookAgain = (refused: readonly BulkLine[]) =>
    look(
      refused.map(({ id }) => id),
      (rows) => show(lookedAgain(present.current, rows)),
    )
  // Once, when the dialog opens: what is selected meanwhile is another dialog's.
  const first = useRef(lookAtAll)
  useEffect(() => {
    if (ids.length > 0) void first.current()
  }, [ids])

  const send = async (which: readonly BulkLine[], reason: BulkReason) => {
    setPhase({ name: 'running' })
    sent.current = reason
    const { signal } = stop.current
    const sendOne = (line: BulkRow, onUnknown: () => void) => sendBulkLine(place, line, reason, { onUnknown, stop: signal })
    await runLines({ lines: which, put, left, send: sendOne })
    for (const name of readAfterwards) void client.invalidateQueries({ queryKey: [name] })
  }
  const alone = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    await act()
    busy.current = false
  }
  const run = (reason: BulkReason) =>
    alone(async () => {
      await send(toSend(present.current), reason)
      setPhase({ name: 'over' })
    })
  const retry = () =>
    alone(async () => {
      if (present.current.length === 0) return await lookAtAll()
      pollNow()
      const refused = toLookAgain(present.current)
      if (refused.length === 0 || left()) setPhase({ name: 'over' })
      else await lookAgain(refused)
    })
  return { lines, present, phase, run, retry, put, left }
}
