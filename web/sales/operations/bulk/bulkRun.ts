import type { BulkRow } from '#contract/sales/bulkOperations'

/** State of a line. `unknown`: the response was lost and the outcome is being checked; `undoUnknown`: done, and the response of its undo was lost. */
export type LineState =
  | { name: 'ready' }
  | { name: 'sending' }
  | { name: 'asked' }
  | { name: 'undone' }
  | { name: 'unknown' }
  | { name: 'done'; held: HeldRefund | null }
  | { name: 'undoUnknown'; held: HeldRefund }
  | { name: 'refused'; message: string }

/**
 * A held refund, undoable until `releasesAt` (epoch milliseconds of this device's clock). `undoKey` is the idempotency key of its undo: a second
 * press, here or on a bar, is the same undo.
 */
export type HeldRefund = { operationId: string; refundId: string; amount: number; releasesAt: number; undoKey: string }

export type BulkLine = BulkRow & { state: LineState }

/** The certain outcome of sending a line. */
export type EndedLine = Extract<LineState, { name: 'done' | 'asked' | 'refused' }>

/** The lines to send: neither sent nor blocked. */
export const toSend = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.filter(({ will, state }) => will !== 'blocked' && state.name === 'ready')

/** The lines with an unknown outcome. */
export const unknownOf = (lines: readonly BulkLine[]): BulkLine[] => lines.filter(({ state }) => state.name === 'unknown')

/** The refused lines: nothing was done, and they are previewed again before they are resent. */
export const toRecheck = (lines: readonly BulkLine[]): BulkLine[] => lines.filter(({ state }) => state.name === 'refused')

/** The lines that were done or requested, even if undone afterwards. */
export const doneOf = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.filter(({ state }) => ['done', 'asked', 'undone', 'undoUnknown'].includes(state.name))

/** The refunds that can still be undone at an instant, epoch milliseconds. */
export const stillHeld = (held: readonly HeldRefund[], nowMs: number): HeldRefund[] => held.filter(({ releasesAt }) => releasesAt > nowMs)

/** The held refunds of these lines that have not been undone. */
export const heldOf = (lines: readonly BulkLine[]): HeldRefund[] =>
  lines.flatMap(({ state }) => ('held' in state && state.held ? [state.held] : []))

/** The table's total, in cents: the amounts to move, and once the run is over those that moved. */
export const closingSum = (lines: readonly BulkLine[], over: boolean): number =>
  lines.reduce((sum, { state, amount }) => (state.name === 'done' || (!over && state.name !== 'undone') ? sum + amount : sum), 0)

/** Sends a line until its outcome is known; null: the dialog was closed meanwhile. Calls `onUnknown` when the response is lost. */
export type SendLine = (line: BulkRow, onUnknown: () => void) => Promise<EndedLine | null>

type Run = {
  /** Lines to send, in order. */
  lines: readonly BulkLine[]
  send: SendLine
  /** Called before and after each line. */
  setState: (id: string, state: LineState) => void
  /** Whether the dialog was closed: the rest is not sent then. */
  isClosed?: () => boolean
}

/**
 * Sends the lines sequentially, so that closing the dialog never interrupts one. A lost response does not block the others; its line is
 * updated once the outcome is known.
 */
export async function runLines({ lines, send, setState, isClosed = () => false }: Run): Promise<void> {
  for (const line of lines) {
    if (isClosed()) return
    setState(line.id, { name: 'sending' })
    await new Promise<void>((resolve) => {
      const onUnknown = () => {
        setState(line.id, { name: 'unknown' })
        resolve()
      }
      void send(line, onUnknown).then((state) => {
        if (state) setState(line.id, state)
        resolve()
      })
    })
  }
}

/** The dry run as lines: feasible ones first, blocked ones last, each in the requested order. */
export function linesOf(rows: readonly BulkRow[]): BulkLine[] {
  const lines = rows.map((row): BulkLine => ({ ...row, state: { name: 'ready' } }))
  return [...lines.filter(({ will }) => will !== 'blocked'), ...lines.filter(({ will }) => will === 'blocked')]
}

/** The lines with fresh previews of the refused ones; done lines are unchanged. */
export function withRechecked(lines: readonly BulkLine[], fresh: readonly BulkRow[]): BulkLine[] {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return lines.map((line) => {
    const row = byId.get(line.id)
    return row && line.state.name === 'refused' ? { ...row, state: { name: 'ready' } } : line
  })
}
