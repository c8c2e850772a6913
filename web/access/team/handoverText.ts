import type { Handover } from '#contract/access/handover'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { TimelineEvent } from '../../platform/ui/figures/Timeline.tsx'

/** Whether it is still pending. */
export const isOpen = ({ state }: Handover): boolean => state === 'offered' || state === 'accepted'

/** Both names, as placeholder values. */
export const namesOf = ({ from, to }: Handover) => ({ from: from.name, to: to.name })

/** The outcome of a transfer that has ended. */
export function endText(handover: Handover): string {
  const { state, endedAt } = handover
  if (state === 'offered' || state === 'accepted') return ''
  return t(`team.handover.was.${state}`, { ...namesOf(handover), date: endedAt === null ? '' : dateTime(endedAt) })
}

/** Offered, accepted, done: past and coming steps, the latest first. */
export function stepsOf(handover: Handover): TimelineEvent[] {
  const { offeredAt, expiresAt, acceptedAt, effectiveAt } = handover
  const names = namesOf(handover)
  return [
    {
      key: 'effective',
      title: t('team.handover.step.effective', names),
      detail: effectiveAt === null ? undefined : dateTime(effectiveAt),
      upcoming: true,
    },
    acceptedAt === null
      ? {
          key: 'accepted',
          title: t('team.handover.step.answer', names),
          detail: t('team.handover.until', { date: dateTime(expiresAt) }),
          upcoming: true,
        }
      : { key: 'accepted', title: t('team.handover.step.accepted', names), detail: dateTime(acceptedAt) },
    { key: 'offered', title: t('team.handover.step.offered', names), detail: dateTime(offeredAt) },
  ]
}
