import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { operationBulkPreview, type BulkRow } from '#contract/sales/bulkOperations'
import { call } from '../../../platform/api/call.ts'
import { pollNow } from '../../../platform/api/pollOutcome.ts'
import { linesOf, withRechecked, runLines, toRecheck, toSend, type BulkLine, type LineState } from './bulkRun.ts'
import { sendBulkLine, type BulkScope, type BulkReason } from './sendBulkLine.ts'

export type BulkAction = 'capture' | 'refund'

/** Phase of the run: loading the preview, ready, sending, or every line has an outcome. */
type BulkPhase = { name: 'checking' | 'ready' | 'running' | 'over' } | { name: 'failed'; error: unknown }

const invalidatedQueries = ['operationList', 'operationCounts', 'operationDetail', 'operationTotals', 'inboxList', 'refundRequestList']

/**
 * Runs an action on several operations: first the server's dry run, then each with the same request as its own dialog. Once
 * the dialog is closed, nothing more is sent.
 */
export function useBulkRun(action: BulkAction, ids: readonly string[], scope: BulkScope) {
  const client = useQueryClient()
  const [lines, setLines] = useState<readonly BulkLine[]>([])
  const [phase, setPhase] = useState<BulkPhase>({ name: 'checking' })
  const busy = useRef(false)
  /** The current lines, also during a run or after the dialog is unmounted. */
  const linesRef = useRef(lines)
  const sent = useRef<BulkReason | null>(null)
  const stop = useRef(new AbortController())
  const isClosed = () => stop.current.signal.aborted
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  const show = (next: readonly BulkLine[]) => {
    linesRef.current = next
    setLines(next)
  }
  const setLineState = (id: string, state: LineState) => show(linesRef.current.map((line) => (line.id === id ? { ...line, state } : line)))

  const preview = async (of: readonly string[], onRows: (rows: readonly BulkRow[]) => void) => {
    setPhase({ name: 'checking' })
    try {
      const { merchantId, mode } = scope
      onRows(await call(operationBulkPreview, { params: { merchantId }, query: { action, ids: of.join() }, mode }))
      setPhase({ name: sent.current !== null && toSend(linesRef.current).length === 0 ? 'over' : 'ready' })
    } catch (error) {
      setPhase({ name: 'failed', error })
    }
  }
  const previewAll = () => preview(ids, (rows) => show(linesOf(rows)))
  const recheck = (refused: readonly BulkLine[]) =>
    preview(
      refused.map(({ id }) => id),
      (rows) => show(withRechecked(linesRef.current, rows)),
    )
  // Once, when the dialog opens: a later selection belongs to another dialog.
  const first = useRef(previewAll)
  useEffect(() => {
    if (ids.length > 0) void first.current()
  }, [ids])

  const send = async (which: readonly BulkLine[], reason: BulkReason) => {
    setPhase({ name: 'running' })
    sent.current = reason
    const { signal } = stop.current
    const sendOne = (line: BulkRow, onUnknown: () => void) => sendBulkLine(scope, line, reason, { onUnknown, stop: signal })
    await runLines({ lines: which, setState: setLineState, isClosed, send: sendOne })
    for (const name of invalidatedQueries) void client.invalidateQueries({ queryKey: [name] })
  }
  const exclusively = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    await act()
    busy.current = false
  }
  const run = (reason: BulkReason) =>
    exclusively(async () => {
      await send(toSend(linesRef.current), reason)
      setPhase({ name: 'over' })
    })
  const retry = () =>
    exclusively(async () => {
      if (linesRef.current.length === 0) return await previewAll()
      pollNow()
      const refused = toRecheck(linesRef.current)
      if (refused.length === 0 || isClosed()) setPhase({ name: 'over' })
      else await recheck(refused)
    })
  return { lines, linesRef, phase, run, retry, setLineState, isClosed }
}
