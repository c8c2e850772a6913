import { fillSentence } from '#domain/platform/sentence'
import { groupThousands } from './groupThousands.ts'
import type { MessageKey } from './messageKeys.ts'
import { messageOf } from './messages.ts'

/** Values of a message’s `{placeholders}`; numbers are formatted with dots and also select singular or plural (`fillSentence`). */
export type Values = Record<string, string | number>

function filled(key: string, values: Values): string | undefined {
  const message = messageOf(key)
  if (message === undefined) return undefined
  return fillSentence(message, values, groupThousands)
}

/** The message of a key. A key without a message returns itself, so that a gap is visible and never breaks a screen. */
export function t(key: MessageKey, values: Values = {}): string {
  return filled(key, values) ?? key
}

/** The message of a key built at run time, or of `fallback` when there is none. */
export function tOr(key: string, fallback: MessageKey, values: Values = {}): string {
  return filled(key, values) ?? t(fallback, values)
}
