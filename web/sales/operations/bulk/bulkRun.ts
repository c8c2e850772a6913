import type { BulkRow } from '#contract/sales/bulkOperations'

/** How one of several stands; `unknown`: it may or may not have been done, and is being asked after; `undoUnknown`: it was done, and may or may not have been taken back. */
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
 * A refund that can still be taken back, until an instant (epoch milliseconds on this device's clock), and the one key under which it is: pressed
 * again, from here or from a bar, it is the same undo.
 */
export type HeldRefund = { operationId: string; refundId: string; amount: number; leavesAt: number; undoKey: string }

export type BulkLine = BulkRow & { state: LineState }

/** What came of sending a line, for certain. */
export type Sent = Extract<LineState, { name: 'done' | 'asked' | 'refused' }>

/** The lines that a press sends: those that were not answered yet and are not blocked. */
export const toSend = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.filter(({ will, state }) => will !== 'blocked' && state.name === 'ready')

/** The lines that may have been done: what became of them is being asked. */
export const unknownOf = (lines: readonly BulkLine[]): BulkLine[] => lines.filter(({ state }) => state.name === 'unknown')

/** The lines that were refused, so that nothing was done: they are looked at again before they are sent again. */
export const toLookAgain = (lines: readonly BulkLine[]): BulkLine[] => lines.filter(({ state }) => state.name === 'refused')

/** The lines that were done, or asked for, whatever became of them afterwards. */
export const doneOf = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.filter(({ state }) => ['done', 'asked', 'undone', 'undoUnknown'].includes(state.name))

/** What can be taken back at an instant, epoch milliseconds. */
export const stillHeld = (held: readonly HeldRefund[], nowMs: number): HeldRefund[] => held.filter(({ leavesAt }) => leavesAt > nowMs)

/** What was held of these lines when they were answered and has not been taken back. */
export const heldOf = (lines: readonly BulkLine[]): HeldRefund[] =>
  lines.flatMap(({ state }) => ('held' in state && state.held ? [state.held] : []))

/** What closes the table, in cents: what would move, and once every line has its answer, what did. */
export const closingSum = (lines: readonly BulkLine[], over: boolean): number =>
  lines.reduce((sum, { state, amount }) => (state.name === 'done' || (!over && state.name !== 'undone') ? sum + amount : sum), 0)

/** Sends a line until it is known what came of it; null: nobody waits for that. `onUnknown` is told when no answer came. */
export type SendLine = (line: BulkRow, onUnknown: () => void) => Promise<Sent | null>

type Run = {
  /** Those to send, in their order. */
  lines: readonly BulkLine[]
  send: SendLine
  /** Told before and after each. */
  put: (id: string, state: LineState) => void
  /** Whether nobody waits for the rest any more: none of it is sent then. */
  left?: () => boolean
}

/**
 * Sends them one after the other: whoever goes away in between has done whole ones only. One without an answer does not hold up the others; it is
 * put in its state when that is known.
 */
export async function runLines({ lines, send, put, left = () => false }: Run): Promise<void> {
  for (const line of lines) {
    if (left()) return
    put(line.id, { name: 'sending' })
    await new Promise<void>((goOn) => {
      const onUnknown = () => {
        put(line.id, { name: 'unknown' })
        goOn()
      }
      void send(line, onUnknown).then((state) => {
        if (state) put(line.id, state)
        goOn()
      })
    })
  }
}

/** The dry run as lines: what will be done first, what is blocked last; each part in the order asked. */
export function linesOf(rows: readonly BulkRow[]): BulkLine[] {
  const lines = rows.map((row): BulkLine => ({ ...row, state: { name: 'ready' } }))
  return [...lines.filter(({ will }) => will !== 'blocked'), ...lines.filter(({ will }) => will === 'blocked')]
}

/** The lines with some of them looked at again; what was done stays as it was. */
export function lookedAgain(lines: readonly BulkLine[], fresh: readonly BulkRow[]): BulkLine[] {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return lines.map((line) => {
    const row = byId.get(line.id)
    return row && line.state.name === 'refused' ? { ...row, state: { name: 'ready' } } : line
  })
}
