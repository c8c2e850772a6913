import type { OperationChange } from '#contract/sales/operationChanges'
import { date, time } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { daysUntil } from '../../operationStatus/timeLeft.ts'
import { madridDay } from '#domain/platform/dates'

type State = OperationChange['before']

/** "hoy, 09:12", "ayer, 18:40" or "el 12.11.2026, 18:40", for use within a sentence. */
export function sinceText(since: string, now: Date): string {
  const days = daysUntil(madridDay(new Date(since)), now)
  const day = days === 0 ? 'today' : days === -1 ? 'yesterday' : 'date'
  return t(`visit.since.${day}`, { date: date(since), time: time(since) })
}

const substatusText = ({ substatus }: State): string => t(`operations.substatus.${substatus}`)

function reasonText({ suspensionReason, statusReason }: State): string | null {
  const reason = suspensionReason ?? statusReason
  return reason === null ? null : t(`operations.reason.${reason}` as 'operations.reason.in_process') // one of the reasons in the domain; a test checks that each has a message
}

/** The reason of a status change; null without a reason, or when only the reason changed. */
export const why = (before: State, now: State): string | null => (before.substatus === now.substatus ? null : reasonText(now))

/** Old and new status, or the reasons if only those differ; null when unchanged. */
export function statusChange(before: State, now: State): readonly [string, string] | null {
  if (before.substatus !== now.substatus) return [substatusText(before), substatusText(now)]
  const [was, is] = [reasonText(before), reasonText(now)]
  return was === is ? null : [was ?? substatusText(before), is ?? substatusText(now)]
}

/** A changed amount, in cents. */
type AmountChange = { name: 'sold' | 'captured' | 'refunded'; from: number; to: number }

/** Changes of the sold (total minus voided), captured and refunded amounts. */
export function amountChanges(totalAmount: number, before: State, now: State): AmountChange[] {
  const all: AmountChange[] = [
    { name: 'sold', from: totalAmount - before.voidedAmount, to: totalAmount - now.voidedAmount },
    { name: 'captured', from: before.capturedAmount, to: now.capturedAmount },
    { name: 'refunded', from: before.refundedAmount, to: now.refundedAmount },
  ]
  return all.filter(({ from, to }) => from !== to)
}

const settlementStatusText = ({ settlementStatus }: State): string =>
  settlementStatus === 'none' ? t('visit.unsettled') : t(`operations.settlement.${settlementStatus}`)

/** The reference of the operation's settlement; its status when there is none or it was reversed. */
const settlementText = (state: State): string =>
  state.settlementStatus === 'reversed' ? settlementStatusText(state) : (state.settlementReference ?? settlementStatusText(state))

/** Old and new settlement; null when unchanged. */
export function settlementChange(before: State, now: State): readonly [string, string] | null {
  if (before.settlementStatus === now.settlementStatus && before.settlementReference === now.settlementReference) return null
  const [was, is] = [settlementText(before), settlementText(now)]
  return was === is ? [settlementStatusText(before), settlementStatusText(now)] : [was, is]
}
