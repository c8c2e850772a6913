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

/** Of a line that is about no order of ours: a status report speaks of orders, or of a whole message; other files of movements. */
const unknownKind = ({ why }: Pick<BankFileLine, 'why'>, format: BankFile['format']) => {
  if (format !== 'pain002') return 'none'
  return why === 'message' ? 'message' : 'order'
}

/** What a line of a file is about, and what the bank did. */
export const lineText = (line: Pick<BankFileLine, 'kind' | 'outcome' | 'why'>, format: BankFile['format']): string =>
  joinTexts([
    t(`bankFiles.kind.${line.kind ?? unknownKind(line, format)}`),
    line.outcome !== null && t(`bankFiles.outcome.${line.outcome}`),
  ])

/** An amount in its currency. */
export const amountText = ({ amount, currency }: Pick<BankFileLine, 'amount' | 'currency'>): string => {
  if (amount === null) return '—'
  return currency === 'EUR' ? money(amount) : `${(amount / 100).toFixed(2)} ${currency}`
}
