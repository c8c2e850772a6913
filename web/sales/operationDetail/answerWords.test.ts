import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  answers,
  answerRows,
  categoryOf,
  reasonsOf,
  stateOf,
  statusReasons,
  substatuses,
  suspensionReasons,
  transitions,
  type Reason,
  type Substatus,
} from '#domain/sales/operations/lifecycle'
import type { Operation } from '#contract/sales/operations'
import { extraSentenceRows, nothingWasPaid, sentenceTones, sentenceRow, sentenceValues } from './answerText.ts'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { testOperation, testRefund } from '../../testing/testOperation.ts'

const words = JSON.parse(readFileSync(join(import.meta.dirname, '../../../messages/es/sales/operations.json'), 'utf8')) as Record<
  string,
  string | { one: string; other: string }
>
const now = new Date('2026-11-19T09:42:00Z')
const from = { shop: 'Ciclos Alameda', contact: '900 000 000', now }

const everyState = substatuses.flatMap((substatus) => {
  const reasons: readonly Reason[] = reasonsOf[substatus]
  return (reasons.length === 0 ? [null] : reasons).map((reason) => ({ substatus, reason }))
})

function operationIn(substatus: Substatus, reason: Reason | null) {
  return testOperation({
    ...stateOf(substatus, reason),
    category: categoryOf(substatus),
    expiresAt: '2026-11-19T11:31:00.000Z',
    confirmBy: '2026-11-20T09:12:00.000Z',
    captureBy: '2026-11-21T15:10:00.000Z',
  })
}

describe('messages of the four answers', () => {
  it.each(everyState)(
    '$substatus with reason $reason has messages for who, what and the three tones, with every value filled',
    ({ substatus, reason }) => {
      const operation = operationIn(substatus, reason)
      const { row, who } = answers(factsOf(operation))
      for (const part of ['who', 'do', 'doNote']) expect(words[`operations.answer.${row}.${part}`]).toBeTypeOf('string')
      expect(words[`operations.who.${who}`]).toBeTypeOf('string')
      const values: Record<string, string> = sentenceValues(operation, from)
      for (const tone of sentenceTones) {
        const text = words[`operations.answer.${sentenceRow(operation)}.${tone}`]
        if (typeof text !== 'string') throw new Error(`no ${tone} for ${row}`)
        for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) expect(values[name], `{${name}} in ${row}.${tone}`).toMatch(/\S/)
      }
    },
  )

  it('says that the customer disputes a payment, also of a plan that is paid', () => {
    const historyOf = (...events: string[]) =>
      events.map((event) => ({ ...testOperation().history[0], at: '2026-11-01T09:00:00.000Z', event }) as Operation['history'][number])
    for (const [substatus, reason] of [
      ['payment_completed', null],
      ['payment_suspended', 'dispute'],
    ] as const) {
      const disputed = { ...operationIn(substatus, reason), disputedAmount: 2_000 }
      expect(sentenceRow({ ...disputed, history: historyOf('card_disputed') })).toBe('disputed')
      expect(sentenceRow({ ...disputed, history: historyOf('card_disputed', 'card_dispute_lost') })).toBe('disputed.lost')
      expect(sentenceRow({ ...disputed, history: historyOf('card_disputed', 'card_dispute_lost', 'card_disputed') })).toBe('disputed')
    }
    const resumed = { ...testOperation(), disputedAmount: 2_000, history: historyOf('card_disputed', 'card_dispute_lost') }
    expect(sentenceRow(resumed)).toBe('payment_process')
  })

  it('uses a shorter sentence when a date or an amount is missing', () => {
    expect(sentenceRow(operationIn('payment_process', null))).toBe('payment_process')
    expect(sentenceRow(testOperation({ nextDueOn: null, nextDueAmount: null }))).toBe('payment_process.undated')
    const cancelled = { ...operationIn('payment_suspended', 'merchant_cancelled') }
    expect(sentenceRow(cancelled)).toBe('payment_suspended.cancelled.nothing')
    expect(sentenceRow({ ...cancelled, refunds: [testRefund({ creditToCustomer: 100 })] })).toBe('payment_suspended.cancelled')
    expect(sentenceRow({ ...cancelled, refunds: [testRefund({ creditToCustomer: 100, state: 'undone' })] })).toBe(
      'payment_suspended.cancelled.nothing',
    )
    for (const row of extraSentenceRows)
      for (const tone of sentenceTones) expect(words[`operations.answer.${row}.${tone}`]).toBeTypeOf('string')
  })

  it('says that the customer had paid nothing only where a completed refund credited nothing', () => {
    const cancelled = operationIn('payment_suspended', 'merchant_cancelled')
    const paidNothing = (...refunds: Operation['refunds']) => nothingWasPaid({ ...cancelled, refunds })
    expect(paidNothing(testRefund())).toBe(true)
    expect(paidNothing()).toBe(false)
    expect(paidNothing(testRefund({ state: 'held' }))).toBe(false)
    expect(paidNothing(testRefund(), testRefund({ creditToCustomer: 100 }))).toBe(false)
    expect(nothingWasPaid({ ...operationIn('payment_suspended', 'default'), refunds: [testRefund()] })).toBe(false)
  })

  it('has no messages for unknown rows', () => {
    const rows: readonly string[] = [...answerRows, ...extraSentenceRows]
    const usedKeys = Object.keys(words).flatMap(
      (key) => /^operations\.answer\.(.+)\.(?:who|do|doNote|counter|mail|whatsapp)$/.exec(key)?.[1] ?? [],
    )
    expect([...new Set(usedKeys)].filter((row) => !rows.includes(row))).toEqual([])
  })

  it('never mentions a credit reason', () => {
    const refused = Object.entries(words).filter(([key]) => key.startsWith('operations.answer.rejected.'))
    for (const [key, text] of refused) expect(JSON.stringify(text), key).not.toMatch(/riesgo|impago|ingresos|deuda|fichero|ASNEF/i)
  })
})

describe('messages of statuses', () => {
  it('exist for each reason, sub-status, event and refusal', () => {
    const expectedKeys = [
      ...statusReasons.map((reason) => `operations.reason.${reason}`),
      ...suspensionReasons.map((reason) => `operations.reason.${reason}`),
      ...substatuses.flatMap((substatus) => [`operations.substatus.${substatus}`, `operations.guideText.${substatus}`]),
      ...transitions.map(({ event }) => `operations.event.${event}`),
      ...['refund_held', 'refund_undone', 'cancellation_held', 'cancellation_undone'].map((event) => `operations.event.${event}`),
    ]
    expect(expectedKeys.filter((key) => words[key] === undefined)).toEqual([])
  })

  it('use at most three words and an amount in buttons, and twenty words in sentences of errors and statuses', () => {
    const text = (key: string) =>
      [words[key]].flatMap((message) => (typeof message === 'object' ? [message.one, message.other] : [message ?? '']))
    const buttons = Object.keys(words).filter(
      (key) => /\.(?:verb\.\w+|button\w*|retry|clean|clear|undo\.verb)$/.test(key) && !key.includes('impact'),
    )
    expect(buttons.length).toBeGreaterThan(8)
    for (const key of buttons)
      for (const one of text(key))
        expect(
          one
            .replace(/\{\w+\}/g, '')
            .trim()
            .split(/\s+/).length,
          key,
        ).toBeLessThanOrEqual(3)
    const sentences = Object.keys(words).filter((key) =>
      /^operations\.(?:failed|outcome|guideText|detail\.why|refund\.problem|answer\..*(?:who|doNote|counter)$)/.test(key),
    )
    for (const key of sentences)
      for (const one of text(key))
        for (const sentence of one.split(/[.;:] /)) expect(sentence.split(/\s+/).length, `${key}: ${sentence}`).toBeLessThanOrEqual(20)
  })
})
