import { hasText, text } from '../../platform/calls/messages.ts'
import type { NoticeValue, Sentence, Written } from '../notices/notify.ts'

const shown = (part: Sentence | Written): string[] =>
  'written' in part ? [part.written] : hasText(part.of) ? [text(part.of, part.values)] : []

/** A notice's values as text, in the current language. A message whose key no longer exists is left out. */
export const shownValues = (values: readonly NoticeValue[]): { key: string; value: string }[] =>
  values.map((one) => ({
    key: one.key,
    value: 'said' in one ? one.said.flatMap(shown).join(' ') : String(one.value),
  }))
