import type { WholeSettlement } from '#contract/money/settlements'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { TermName } from './equationOf.ts'

type Carried = WholeSettlement['carried']
/** Another end of a term, in words; `id` is the settlement that it is in, null while there is none. */
type OtherEnd = { key: string; words: string; id: string | null }

/** Where the lines of a term are that has none here: balances in the neighbours, a reserve where it was held or came free, or the day on which it will. */
export function otherEnds(name: TermName, { previous, following, reserveDueOn, reserveFreedIn, reservesFreed }: Carried): OtherEnd[] {
  const at = (words: 'from' | 'to' | 'freed', one: Carried['previous']): OtherEnd[] =>
    one === null ? [] : [{ key: one.id, words: t(`settlements.carried.${words}`, { reference: one.reference }), id: one.id }]
  if (name === 'opening') return at('from', previous)
  if (name === 'closing') return at('to', following)
  if (name === 'reserveReleased') return reservesFreed.flatMap((one) => at('from', one))
  if (name !== 'reserveHeld' || reserveDueOn === null) return []
  const due = { key: 'due', words: t('settlements.carried.until', { date: date(reserveDueOn) }), id: null }
  return reserveFreedIn === null ? [due] : at('freed', reserveFreedIn)
}
