import { fillSentence } from '#domain/platform/sentence'
import type { TaxName } from '#domain/money/taxTerritory'
import { groupThousands } from './groupThousands.ts'
import type { MessageKey } from './messageKeys.ts'
import { messageOf } from './messages.ts'

/** Values of a message’s `{placeholders}`; numbers are formatted with dots and also select singular or plural (`fillSentence`). `{tax}` is by default the tax of the shop that is shown. */
export type Values = Record<string, string | number>

let shopTax: TaxName | null = 'iva'

/** Sets the tax that messages with `{tax}` name: that of the shop that is shown; null: there are several. */
export function setShopTax(tax: TaxName | null): void {
  shopTax = tax
}

/** The name of a tax, by default that of the shop that is shown. */
export const taxText = (tax: TaxName | null = shopTax): string => t(`formats.tax.${tax ?? 'several'}`)

function filled(key: string, values: Values): string | undefined {
  const message = messageOf(key)
  if (message === undefined) return undefined
  const namesTax = values['tax'] === undefined && (typeof message === 'string' ? message : message.other).includes('{tax}')
  return fillSentence(message, namesTax ? { ...values, tax: taxText() } : values, groupThousands)
}

/** The message of a key. A key without a message returns itself, so that a gap is visible and never breaks a screen. */
export function t(key: MessageKey, values: Values = {}): string {
  return filled(key, values) ?? key
}

/** The message of a key built at run time, or of `fallback` when there is none. */
export function tOr(key: string, fallback: MessageKey, values: Values = {}): string {
  return filled(key, values) ?? t(fallback, values)
}
