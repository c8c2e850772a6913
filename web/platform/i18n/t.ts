import { fillSentence } from '#domain/platform/sentence'
import { groupThousands } from './groupThousands.ts'
import type { MessageKey } from './messageKeys.ts'
import { messageOf } from './messages.ts'

/** Values of a text's `{placeholders}`; numbers are written with dots, they also choose singular or plural (`fillSentence`). */
export type Values = Record<string, string | number>

function filled(key: string, values: Values): string | undefined {
  const message = messageOf(key)
  if (message === undefined) return undefined
  return fillSentence(message, values, groupThousands)
}

/** The Spanish text of a key. A key without a text shows itself, so that a gap is seen and never breaks a screen. */
export function t(key: MessageKey, values: Values = {}): string {
  return filled(key, values) ?? key
}

/** The text of a key that was put together at run time, or of `fallback` when there is none. */
export function tOr(key: string, fallback: MessageKey, values: Values = {}): string {
  return filled(key, values) ?? t(fallback, values)
}
