import { hasText, text } from '../../platform/calls/messages.ts'
import type { NoticeValue, Sentence, Written } from '../notices/notify.ts'

const shown = (part: Sentence | Written): string[] =>
  'written' in part ? [part.written] : hasText(part.of) ? [text(part.of, part.values)] : []

/** The values of a notice as they are shown, in the language of the work under way. A sentence that has since gone says nothing. */
export const shownValues = (values: readonly NoticeValue[]): { key: string; value: string }[] =>
  values.map((one) => ({
    key: one.key,
    value: 'said' in one ? one.said.flatMap(shown).join(' ') : String(one.value),
  }))
