import { hasText, text } from '../../platform/calls/messages.ts'
import type { Mode } from '../../platform/database/scope.ts'
import type { NoticeValue, Sentence, Written } from '../notices/notify.ts'

const shown = (part: Sentence | Written): string[] =>
  'written' in part ? [part.written] : hasText(part.of) ? [text(part.of, part.values)] : []

/** A notice's values as text, in the current language. A message whose key no longer exists is left out. */
export const shownValues = (values: readonly NoticeValue[]): { key: string; value: string }[] =>
  values.map((one) => ({
    key: one.key,
    value: 'said' in one ? one.said.flatMap(shown).join(' ') : String(one.value),
  }))

type PushContent = { type: string; values: readonly NoticeValue[]; mode: Mode | null; shop: string | null }

/**
 * The text of a lock screen, which anybody who sees the device may read: the shop, the kind of event, an amount and a campaign's or
 * report's name; never a person, an order, a reference or an account number. The messages `push.of.*` have no placeholders for more.
 */
export function pushText({ type, values, mode, shop }: PushContent, brand: string): { title: string; body: string } {
  const key = `push.of.${type}`
  const words = text(hasText(key) ? key : 'push.of.other', Object.fromEntries(shownValues(values).map((one) => [one.key, one.value])))
  return { title: shop ?? brand, body: mode === 'sandbox' ? text('push.test', { words }) : words }
}
