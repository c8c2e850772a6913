import type { BulkRow } from '#contract/bulkOperations'

/** How one of several stands; `unknown`: it may or may not have been done. */
export type LineState =
  | { name: 'ready' }
  | { name: 'sending' }
  | { name: 'asked' }
  | { name: 'undone' }
  | { name: 'unknown' }
  | { name: 'done'; held: HeldRefund | null }
  | { name: 'refused'; message: string }

/** A refund that can still be taken back, until an instant. */
export type HeldRefund = { operationId: string; refundId: string; amount: number; releaseAt: string }

export type BulkLine = BulkRow & { state: LineState }

/** What came of sending a line. */
export type Sent = Extract<LineState, { name: 'done' | 'asked' | 'unknown' | 'refused' }>

/**
 * One key for one thing that is done to one operation: sent again after no answer it is done once, and after a refusal, which did nothing, it is
 * another attempt.
 */
export class BulkKeys {
  readonly #keys = new Map<string, string>()
  readonly #newKey: () => string

  constructor(newKey: () => string) {
    this.#newKey = newKey
  }

  of({ id, will, amount }: BulkRow): string {
    const said = `${id}:${will}:${amount}`
    const key = this.#keys.get(said) ?? this.#newKey()
    this.#keys.set(said, key)
    return key
  }

  forget({ id, will, amount }: BulkRow): void {
    this.#keys.delete(`${id}:${will}:${amount}`)
  }
}

/** The lines that a press sends: those that were not answered yet and are not blocked. */
export const toSend = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.filter(({ will, state }) => will !== 'blocked' && state.name === 'ready')

/** The lines whose outcome is open, or that were refused: they are looked at again before they are sent again. */
export const toRetry = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.filter(({ state }) => state.name === 'unknown' || state.name === 'refused')

type Run = {
  lines: readonly BulkLine[]
  keys: BulkKeys
  send: (line: BulkRow, key: string) => Promise<Sent>
  /** Told before and after each. */
  put: (id: string, state: LineState) => void
}

/** Sends what is ready one after the other: whoever closes the page in between has done whole ones only. */
export async function runLines({ lines, keys, send, put }: Run): Promise<void> {
  for (const line of toSend(lines)) {
    put(line.id, { name: 'sending' })
    const state = await send(line, keys.of(line))
    if (state.name === 'refused') keys.forget(line)
    put(line.id, state)
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
    return row && (line.state.name === 'unknown' || line.state.name === 'refused') ? { ...row, state: { name: 'ready' } } : line
  })
}
