import { hasText, text } from '../../platform/calls/messages.ts'
import type { Mode } from '../../platform/database/scope.ts'
import type { NoticeValue, Sentence, Written } from '../notices/notify.ts'

const shown = (part: Sentence | Written): string[] =>
  'written' in part ? [part.written] : hasText(part.of) ? [text(part.of, part.values)] : []

/** The values of a notice as they are shown, in the language of the work under way. A sentence that has since gone says nothing. */
export const shownValues = (values: readonly NoticeValue[]): { key: string; value: string }[] =>
  values.map((one) => ({
    key: one.key,
    value: 'said' in one ? one.said.flatMap(shown).join(' ') : String(one.value),
  }))

type Told = { type: string; values: readonly NoticeValue[]; mode: Mode | null; shop: string | null }

/**
 * What a lock screen shows, which anybody may read who sees the device: the shop, what kind of thing happened, an amount and a campaign's
 * or report's own name; never a person, an order, a reference or an account number. The words of `push.of.*` have no place for more.
 */
export function pushText({ type, values, mode, shop }: Told, brand: string): { title: string; body: string } {
  const key = `push.of.${type}`
  const words = text(hasText(key) ? key : 'push.of.other', Object.fromEntries(shownValues(values).map((one) => [one.key, one.value])))
  return { title: shop ?? brand, body: mode === 'sandbox' ? text('push.test', { words }) : words }
}
