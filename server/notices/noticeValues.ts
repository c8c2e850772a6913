import { hasText, text } from '../http/messages.ts'

/** A sentence by its key, with what stands in it. */
export type Sentence = { of: string; values?: Readonly<Record<string, string | number>> }

/**
 * What the words of a notice need: text ready to show, or sentences that each reader is told in their own language, whoever's work left the notice.
 */
export type NoticeValue = { key: string; value: string } | { key: string; said: readonly Sentence[] }

/** The values as they are shown, in the language of the work under way. A sentence that has since gone says nothing. */
export const shownValues = (values: readonly NoticeValue[]): { key: string; value: string }[] =>
  values.map((one) => ({
    key: one.key,
    value:
      'said' in one ? one.said.flatMap(({ of, values: within }) => (hasText(of) ? text(of, within) : [])).join(' ') : String(one.value),
  }))
