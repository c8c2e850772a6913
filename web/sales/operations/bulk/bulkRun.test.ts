import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { BulkRow } from '#contract/sales/bulkOperations'
import {
  closingSum,
  heldOf,
  linesOf,
  lookedAgain,
  runLines,
  stillHeld,
  toLookAgain,
  toSend,
  unknownOf,
  type BulkLine,
  type LineState,
  type SendLine,
  type Sent,
} from './bulkRun.ts'

const row = (id: string, given: Partial<BulkRow> = {}): BulkRow => ({
  id,
  mid: null,
  customerName: 'Ana Mora',
  will: 'refund',
  amount: 1_000,
  why: null,
  ...given,
})

/** The screen without a screen: lines that answers change. */
function table(rows: readonly BulkRow[]) {
  let lines: BulkLine[] = linesOf(rows)
  return {
    lines: () => lines,
    set: (next: BulkLine[]) => (lines = next),
    put: (id: string, state: LineState) => (lines = lines.map((line) => (line.id === id ? { ...line, state } : line))),
  }
}
const done: Sent = { name: 'done', held: null }

/**
 * A provider that refuses a stale amount and loses answers as told: `before` nothing was done and the request is closed, `after` it was done. What was
 * lost is told when `settle` is called.
 */
function provider(left: Map<string, number>, fate: () => 'answer' | 'before' | 'after') {
  const paid = new Map<string, number>()
  const waiting: (() => void)[] = []
  const send: SendLine = async (line, onUnknown) => {
    const lost = fate()
    const remaining = left.get(line.id) ?? 0
    const does = lost !== 'before' && line.amount === remaining && remaining > 0
    if (does) {
      paid.set(line.id, (paid.get(line.id) ?? 0) + line.amount)
      left.set(line.id, 0)
    }
    if (lost !== 'answer') {
      onUnknown()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    return does ? done : { name: 'refused', message: 'stale, or closed' }
  }
  const settle = async () => {
    for (const tell of waiting.splice(0)) tell()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const look = (ids: readonly string[]): BulkRow[] =>
    ids.map((id) => {
      const amount = left.get(id) ?? 0
      return amount > 0 ? row(id, { amount }) : row(id, { will: 'blocked', amount: 0, why: 'nothing left' })
    })
  return { paid, send, look, settle }
}

describe('several refunds', () => {
  it('pay each operation at most once, and say of each what became of it, however answers are lost', async () => {
    const fate = fc.constantFrom<'answer' | 'before' | 'after'>('answer', 'before', 'after')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 12 }),
        fc.infiniteStream(fate),
        async (amounts, fates) => {
          const whole = new Map(amounts.map((amount, nth) => [`op-${nth}`, amount]))
          const { paid, send, look, settle } = provider(new Map(whole), () => fates.next().value)
          const shown = table(look([...whole.keys()]))
          for (let turn = 0; turn < 4; turn += 1) {
            shown.set(lookedAgain(shown.lines(), look(toLookAgain(shown.lines()).map(({ id }) => id))))
            await runLines({ lines: toSend(shown.lines()), send, put: shown.put })
            expect(unknownOf(shown.lines()).every(({ state }) => state.name === 'unknown')).toBe(true)
            if (turn % 2 === 1) await settle()
          }
          await settle()
          for (const [id, amount] of paid) expect(amount).toBe(whole.get(id))
          // Whoever paid is told so, and nobody else.
          for (const { id, state } of shown.lines()) expect([id, state.name === 'done']).toEqual([id, paid.has(id)])
        },
      ),
    )
  })

  it('go on past one without an answer, which is told when it is known, and look again at what was refused', async () => {
    const sent: string[] = []
    let tell: (sent: Sent) => void = () => {}
    const shown = table([row('a'), row('b'), row('c')])
    const send: SendLine = async ({ id }, onUnknown) => {
      sent.push(id)
      if (id === 'b') return { name: 'refused', message: 'no' }
      if (id === 'c') return done
      onUnknown()
      return await new Promise<Sent>((resolve) => (tell = resolve))
    }
    await runLines({ lines: toSend(shown.lines()), send, put: shown.put })
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(toSend(shown.lines())).toEqual([])
    expect([unknownOf(shown.lines()), toLookAgain(shown.lines())].map((lines) => lines.map(({ id }) => id))).toEqual([['a'], ['b']])
    shown.set(lookedAgain(shown.lines(), [row('a'), row('b')]))
    expect(toSend(shown.lines()).map(({ id }) => id)).toEqual(['b'])
    tell(done)
    await vi.waitFor(() => expect(shown.lines()[0]?.state).toBe(done))
  })

  it('leave the blocked alone, and take up what has been looked at again', async () => {
    const sent: string[] = []
    const shown = table([row('a', { will: 'blocked', amount: 0, why: 'too late' }), row('b'), row('c', { will: 'ask' })])
    expect(shown.lines().map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    const send = async ({ id }: BulkRow): Promise<Sent> => {
      sent.push(id)
      return id === 'b' ? { name: 'refused', message: 'no' } : { name: 'asked' }
    }
    await runLines({ lines: toSend(shown.lines()), send, put: shown.put })
    expect(sent).toEqual(['b', 'c'])
    const again = lookedAgain(shown.lines(), [row('b', { will: 'blocked', amount: 0, why: 'nothing left' }), row('c')])
    expect(again.map(({ id, will, state }) => [id, will, state.name])).toEqual([
      ['b', 'blocked', 'ready'],
      ['c', 'ask', 'asked'],
      ['a', 'blocked', 'ready'],
    ])
  })

  it('send nothing more once nobody waits for it', async () => {
    const shown = table([row('a'), row('b'), row('c')])
    const sent: string[] = []
    const send = async ({ id }: BulkRow) => (sent.push(id), done)
    await runLines({ lines: toSend(shown.lines()), send, put: shown.put, left: () => sent.length > 0 })
    expect(shown.lines().map(({ state }) => state.name)).toEqual(['done', 'ready', 'ready'])
  })

  it('close with what moved, not with what was refused, taken back, only asked for or open', () => {
    const held = { operationId: 'a', refundId: 'r', amount: 1_000, leavesAt: 5_000, undoKey: 'k' }
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

  it('can be taken back one by one until each has left, also when an undo was not answered', () => {
    const held = (refundId: string, leavesAt: number) => ({ operationId: refundId, refundId, amount: 1_000, leavesAt, undoKey: refundId })
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
