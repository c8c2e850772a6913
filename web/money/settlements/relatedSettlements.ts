import type { WholeSettlement } from '#contract/money/settlements'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { TermName } from './equationOf.ts'

type Carried = WholeSettlement['carried']
/** The counterpart of a term in another settlement; `id` is that settlement, null while it does not exist. */
type RelatedSettlement = { key: string; words: string; id: string | null }

/** Counterparts of a term without lines of its own: balances in the neighbouring settlements; a reserve where it was held or released, or its release date. */
export function relatedSettlements(
  name: TermName,
  { previous, following, reserveDueOn, reserveFreedIn, reservesFreed }: Carried,
): RelatedSettlement[] {
  const at = (words: 'from' | 'to' | 'freed', one: Carried['previous']): RelatedSettlement[] =>
    one === null ? [] : [{ key: one.id, words: t(`settlements.carried.${words}`, { reference: one.reference }), id: one.id }]
  if (name === 'opening') return at('from', previous)
  if (name === 'closing') return at('to', following)
  if (name === 'reserveReleased') return reservesFreed.flatMap((one) => at('from', one))
  if (name !== 'reserveHeld' || reserveDueOn === null) return []
  const due = { key: 'due', words: t('settlements.carried.until', { date: date(reserveDueOn) }), id: null }
  return reserveFreedIn === null ? [due] : at('freed', reserveFreedIn)
}
