import { hasText, text } from '../http/messages.ts'
import type { NoticeValue } from '../notices/noticeValues.ts'

/** The values of a notice as they are shown, in the language of the work under way. A sentence that has since gone says nothing. */
export const shownValues = (values: readonly NoticeValue[]): { key: string; value: string }[] =>
  values.map((one) => ({
    key: one.key,
    value:
      'said' in one ? one.said.flatMap(({ of, values: within }) => (hasText(of) ? text(of, within) : [])).join(' ') : String(one.value),
  }))
