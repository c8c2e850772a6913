import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BulkRow } from '#contract/bulkOperations'
import {
  BulkKeys,
  closingSum,
  heldOf,
  linesOf,
  lookedAgain,
  runLines,
  stillHeld,
  toAskAgain,
  toLookAgain,
  toSend,
  type BulkLine,
  type LineState,
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
let made = 0
const keysOf = () => new BulkKeys(() => `key-${(made += 1)}`)
const done: Sent = { name: 'done', held: null }

/** A provider that pays once for a key, refuses a stale amount, and loses answers as told: `before` nothing was done, `after` it was. */
function provider(left: Map<string, number>, fate: () => 'answer' | 'before' | 'after') {
  const paid = new Map<string, number>()
  const answers = new Map<string, Sent>()
  const send = async (line: BulkRow, key: string): Promise<Sent> => {
    const lost = fate()
    if (lost === 'before') return { name: 'unknown' }
    const known = answers.get(key)
    const remaining = left.get(line.id) ?? 0
    const answer: Sent = known ?? (line.amount === remaining && remaining > 0 ? done : { name: 'refused', message: 'stale' })
    if (known === undefined && answer === done) {
      paid.set(line.id, (paid.get(line.id) ?? 0) + line.amount)
      left.set(line.id, 0)
    }
    answers.set(key, answer)
    return lost === 'after' ? { name: 'unknown' } : answer
  }
  const look = (ids: readonly string[]): BulkRow[] =>
    ids.map((id) => {
      const amount = left.get(id) ?? 0
      return amount > 0 ? row(id, { amount }) : row(id, { will: 'blocked', amount: 0, why: 'nothing left' })
    })
  return { paid, send, look }
}

describe('several refunds', () => {
  it('pay each operation at most once, and all of them once they are answered, however answers are lost', async () => {
    const fate = fc.constantFrom<'answer' | 'before' | 'after'>('answer', 'before', 'after')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 12 }),
        fc.infiniteStream(fate),
        async (amounts, fates) => {
          const whole = new Map(amounts.map((amount, nth) => [`op-${nth}`, amount]))
          const { paid, send, look } = provider(new Map(whole), () => fates.next().value)
          const shown = table(look([...whole.keys()]))
          const keys = keysOf()
          for (let turn = 0; turn < 4; turn += 1) {
            await runLines({ lines: toAskAgain(shown.lines()), keys, send, put: shown.put })
            shown.set(lookedAgain(shown.lines(), look(toLookAgain(shown.lines()).map(({ id }) => id))))
            await runLines({ lines: toSend(shown.lines()), keys, send, put: shown.put })
          }
          for (const [id, amount] of paid) expect(amount).toBe(whole.get(id))
          // Whoever paid is told so, unless it is still open: never that nothing can be done.
          for (const { id, state } of shown.lines()) {
            if (state.name === 'done') expect(paid.get(id)).toBe(whole.get(id))
            else if (paid.has(id)) expect(state.name).toBe('unknown')
          }
        },
      ),
    )
  })

  it('send what was not answered again under its key, and what was refused under another', async () => {
    const sent: [string, string][] = []
    const outcomes: Sent[] = [{ name: 'unknown' }, { name: 'refused', message: 'no' }, done]
    const shown = table([row('a'), row('b'), row('c')])
    const keys = keysOf()
    const send = async (line: BulkRow, key: string) => {
      sent.push([line.id, key])
      return outcomes[sent.length - 1] ?? done
    }
    await runLines({ lines: toSend(shown.lines()), keys, send, put: shown.put })
    expect(toSend(shown.lines())).toEqual([])
    expect([toAskAgain(shown.lines()), toLookAgain(shown.lines())].map((lines) => lines.map(({ id }) => id))).toEqual([['a'], ['b']])
    await runLines({ lines: toAskAgain(shown.lines()), keys, send, put: shown.put })
    shown.set(lookedAgain(shown.lines(), [row('a'), row('b')]))
    await runLines({ lines: toSend(shown.lines()), keys, send, put: shown.put })
    expect(sent.map(([id]) => id)).toEqual(['a', 'b', 'c', 'a', 'b'])
    expect(sent[3]?.[1]).toBe(sent[0]?.[1])
    expect(sent[4]?.[1]).not.toBe(sent[1]?.[1])
  })

  it('leave the blocked alone, and take up what has been looked at again', async () => {
    const sent: string[] = []
    const shown = table([row('a', { will: 'blocked', amount: 0, why: 'too late' }), row('b'), row('c', { will: 'ask' })])
    expect(shown.lines().map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    const send = async ({ id }: BulkRow): Promise<Sent> => {
      sent.push(id)
      return id === 'b' ? { name: 'refused', message: 'no' } : { name: 'asked' }
    }
    await runLines({ lines: toSend(shown.lines()), keys: keysOf(), send, put: shown.put })
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
    await runLines({ lines: toSend(shown.lines()), keys: keysOf(), send, put: shown.put, left: () => sent.length > 0 })
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
