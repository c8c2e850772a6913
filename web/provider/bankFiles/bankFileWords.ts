import type { BankFile, BankFileLine, LineCounts } from '#contract/provider/bankFiles'
import { joinTexts } from '#domain/platform/direction'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

const countNames = ['open', 'waiting', 'applied', 'byHand', 'repeated', 'noted'] as const

/** What came of the lines of a file, in a line; what there is none of is left out. */
export const countsText = (counts: LineCounts): string =>
  joinTexts(countNames.filter((name) => counts[name] > 0).map((name) => t(`bankFiles.count.${name}`, { count: counts[name] })))

/** How a file came, and by whom. */
export const sourceText = ({ source, by }: Pick<BankFile, 'source' | 'by'>): string =>
  source === 'folder' ? t('bankFiles.source.folder') : t(`bankFiles.source.${source}`, { who: by ?? t('bankFiles.somebody') })

export const formatText = (format: BankFile['format']): string => t(`bankFiles.format.${format ?? 'none'}`)

/** What a line is about, and what the bank did. */
export const lineText = ({ kind, outcome }: Pick<BankFileLine, 'kind' | 'outcome'>): string =>
  joinTexts([t(`bankFiles.kind.${kind ?? 'none'}`), outcome !== null && t(`bankFiles.outcome.${outcome}`)])

/** An amount in its currency. */
export const amountText = ({ amount, currency }: Pick<BankFileLine, 'amount' | 'currency'>): string => {
  if (amount === null) return '—'
  return currency === 'EUR' ? money(amount) : `${(amount / 100).toFixed(2)} ${currency}`
}
