import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { BulkRow } from '#contract/sales/bulkOperations'
import {
  closingSum,
  heldOf,
  linesOf,
  withRechecked,
  runLines,
  stillHeld,
  toRecheck,
  toSend,
  unknownOf,
  type BulkLine,
  type LineState,
  type SendLine,
  type EndedLine,
} from './bulkRun.ts'

const row = (id: string, fields: Partial<BulkRow> = {}): BulkRow => ({
  id,
  mid: null,
  customerName: 'Ana Mora',
  will: 'refund',
  amount: 1_000,
  why: null,
  ...fields,
})

/** Test double of the table: lines whose state the run updates. */
function table(rows: readonly BulkRow[]) {
  let lines: BulkLine[] = linesOf(rows)
  return {
    lines: () => lines,
    set: (next: BulkLine[]) => (lines = next),
    setState: (id: string, state: LineState) => (lines = lines.map((line) => (line.id === id ? { ...line, state } : line))),
  }
}
const done: EndedLine = { name: 'done', held: null }

/**
 * A provider that refuses a stale amount and loses responses: `before` means the request was not executed and is closed, `after` means it was executed.
 * Lost outcomes are resolved by `settle`.
 */
function provider(remainingById: Map<string, number>, outcome: () => 'answer' | 'before' | 'after') {
  const paid = new Map<string, number>()
  const waiting: (() => void)[] = []
  const send: SendLine = async (line, onUnknown) => {
    const lost = outcome()
    const remaining = remainingById.get(line.id) ?? 0
    const does = lost !== 'before' && line.amount === remaining && remaining > 0
    if (does) {
      paid.set(line.id, (paid.get(line.id) ?? 0) + line.amount)
      remainingById.set(line.id, 0)
    }
    if (lost !== 'answer') {
      onUnknown()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    return does ? done : { name: 'refused', message: 'stale, or closed' }
  }
  const settle = async () => {
    for (const resolveLost of waiting.splice(0)) resolveLost()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const preview = (ids: readonly string[]): BulkRow[] =>
    ids.map((id) => {
      const amount = remainingById.get(id) ?? 0
      return amount > 0 ? row(id, { amount }) : row(id, { will: 'blocked', amount: 0, why: 'nothing left' })
    })
  return { paid, send, preview, settle }
}

describe('bulk refunds', () => {
  it('refund each operation at most once and report each outcome, however responses are lost', async () => {
    const outcome = fc.constantFrom<'answer' | 'before' | 'after'>('answer', 'before', 'after')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 12 }),
        fc.infiniteStream(outcome),
        async (amounts, outcomes) => {
          const whole = new Map(amounts.map((amount, nth) => [`op-${nth}`, amount]))
          const { paid, send, preview, settle } = provider(new Map(whole), () => outcomes.next().value)
          const shown = table(preview([...whole.keys()]))
          for (let attempt = 0; attempt < 4; attempt += 1) {
            shown.set(withRechecked(shown.lines(), preview(toRecheck(shown.lines()).map(({ id }) => id))))
            await runLines({ lines: toSend(shown.lines()), send, setState: shown.setState })
            expect(unknownOf(shown.lines()).every(({ state }) => state.name === 'unknown')).toBe(true)
            if (attempt % 2 === 1) await settle()
          }
          await settle()
          for (const [id, amount] of paid) expect(amount).toBe(whole.get(id))
          // Exactly the paid ones are reported as done.
          for (const { id, state } of shown.lines()) expect([id, state.name === 'done']).toEqual([id, paid.has(id)])
        },
      ),
    )
  })

  it('continue after a lost response, which is resolved later, and recheck refused lines', async () => {
    const sent: string[] = []
    let resolveLost: (sent: EndedLine) => void = () => {}
    const shown = table([row('a'), row('b'), row('c')])
    const send: SendLine = async ({ id }, onUnknown) => {
      sent.push(id)
      if (id === 'b') return { name: 'refused', message: 'no' }
      if (id === 'c') return done
      onUnknown()
      return await new Promise<EndedLine>((resolve) => (resolveLost = resolve))
    }
    await runLines({ lines: toSend(shown.lines()), send, setState: shown.setState })
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(toSend(shown.lines())).toEqual([])
    expect([unknownOf(shown.lines()), toRecheck(shown.lines())].map((lines) => lines.map(({ id }) => id))).toEqual([['a'], ['b']])
    shown.set(withRechecked(shown.lines(), [row('a'), row('b')]))
    expect(toSend(shown.lines()).map(({ id }) => id)).toEqual(['b'])
    resolveLost(done)
    await vi.waitFor(() => expect(shown.lines()[0]?.state).toBe(done))
  })

  it('skip blocked lines and resume with rechecked ones', async () => {
    const sent: string[] = []
    const shown = table([row('a', { will: 'blocked', amount: 0, why: 'too late' }), row('b'), row('c', { will: 'ask' })])
    expect(shown.lines().map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    const send = async ({ id }: BulkRow): Promise<EndedLine> => {
      sent.push(id)
      return id === 'b' ? { name: 'refused', message: 'no' } : { name: 'asked' }
    }
    await runLines({ lines: toSend(shown.lines()), send, setState: shown.setState })
    expect(sent).toEqual(['b', 'c'])
    const again = withRechecked(shown.lines(), [row('b', { will: 'blocked', amount: 0, why: 'nothing left' }), row('c')])
    expect(again.map(({ id, will, state }) => [id, will, state.name])).toEqual([
      ['b', 'blocked', 'ready'],
      ['c', 'ask', 'asked'],
      ['a', 'blocked', 'ready'],
    ])
  })

  it('send nothing more once the dialog is closed', async () => {
    const shown = table([row('a'), row('b'), row('c')])
    const sent: string[] = []
    const send = async ({ id }: BulkRow) => (sent.push(id), done)
    await runLines({ lines: toSend(shown.lines()), send, setState: shown.setState, isClosed: () => sent.length > 0 })
    expect(shown.lines().map(({ state }) => state.name)).toEqual(['done', 'ready', 'ready'])
  })

  it('total only the moved amounts, not refused, undone, requested or unknown ones', () => {
    const held = { operationId: 'a', refundId: 'r', amount: 1_000, releasesAt: 5_000, undoKey: 'k' }
    const states: LineState[] = [
      done,
      { name: 'done', held },
      { name: 'refused', message: 'no' },
      { name: 'undone' },
      { name: 'asked' },
      { name: 'unknown' },
      { name: 'undoUnknown', held },
    ]
    const lines = states.map((state, nth): BulkLine => ({ ...row(`op-${nth}`), state }))
    expect(closingSum(lines, true)).toBe(2_000)
    expect(closingSum(linesOf([row('a'), row('b')]), false)).toBe(2_000)
  })

  it('can be undone until each hold ends, also after an undo without a response', () => {
    const held = (refundId: string, releasesAt: number) => ({
      operationId: refundId,
      refundId,
      amount: 1_000,
      releasesAt,
      undoKey: refundId,
    })
    const lines: BulkLine[] = [
      { ...row('a'), state: { name: 'done', held: held('a', 1_000) } },
      { ...row('b'), state: { name: 'undoUnknown', held: held('b', 2_000) } },
      { ...row('c'), state: { name: 'undone' } },
    ]
    expect(heldOf(lines).map(({ refundId }) => refundId)).toEqual(['a', 'b'])
    expect(stillHeld(heldOf(lines), 1_000).map(({ refundId }) => refundId)).toEqual(['b'])
    expect(stillHeld(heldOf(lines), 2_000)).toEqual([])
  })
})
