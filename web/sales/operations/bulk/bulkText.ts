import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import type { BulkLine } from './bulkRun.ts'
import type { BulkAction } from './useBulkRun.ts'

const sumOf = (lines: readonly BulkLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

/** The button's label with the sum; "request approval" when no line moves money immediately. */
export function bulkLabel(action: BulkAction, ready: readonly BulkLine[]): string {
  const now = ready.filter(({ will }) => will !== 'ask')
  if (ready.length > 0 && now.length === 0) return t('bulk.verb.ask', { count: ready.length })
  return t(`bulk.verb.${action}`, { amount: money(sumOf(now)) })
}

/** How many lines the button affects; null before the preview is loaded. */
export function bulkNote(lines: readonly BulkLine[]): string {
  const count = (will: BulkLine['will']) => lines.filter((line) => line.will === will && line.state.name === 'ready').length
  return (['capture', 'refund', 'ask', 'blocked'] as const)
    .flatMap((will) => (count(will) > 0 ? [t(`bulk.note.${will}`, { count: count(will) })] : []))
    .join(' ')
}

/** The planned action of a line, or its outcome. */
export function lineText(action: BulkAction, { state, will, why }: BulkLine): string {
  switch (state.name) {
    case 'ready':
      return will === 'blocked' ? (why ?? '') : t(`bulk.will.${will}`)
    case 'refused':
      return state.message
    case 'done':
      return t(`bulk.done.${action}`)
    default:
      return t(`bulk.state.${state.name}`)
  }
}
