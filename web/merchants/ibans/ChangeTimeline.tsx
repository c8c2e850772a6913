import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import type { Iban } from '#contract/merchants/ibans'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Timeline, type TimelineEvent } from '../../platform/ui/figures/Timeline.tsx'

/** The steps of a change, as both owners see them: the next one above the past ones. */
export function ChangeTimeline({ change }: { change: Iban }) {
  return (
    <section aria-labelledby="iban-timeline">
      <h2 id="iban-timeline" className="pb-3 text-title-sm leading-snug font-strong">
        {t('bankAccounts.timeline')}
      </h2>
      <Timeline label={t('bankAccounts.timeline')} events={eventsOf(change)} />
    </section>
  )
}

function eventsOf(change: Iban): TimelineEvent[] {
  const { effectiveFrom, firstSettlementOn, reviewedAt, confirmedAt, secondOwner, needsSecondOwner } = change
  const next: TimelineEvent[] = [
    {
      key: 'settlement',
      upcoming: true,
      title: t('bankAccounts.event.settlement'),
      detail:
        firstSettlementOn === null
          ? t('bankAccounts.event.settlementLater')
          : t('bankAccounts.event.on', { date: date(firstSettlementOn) }),
    },
    {
      key: 'cooling',
      upcoming: true,
      title: t('bankAccounts.event.cooling'),
      detail:
        effectiveFrom === null ? t('bankAccounts.event.coolingLater') : t('bankAccounts.event.until', { when: dateTime(effectiveFrom) }),
    },
  ]
  const done: { at: string; event: TimelineEvent }[] = []
  const step = (key: 'owner' | 'review' | 'confirm', at: string | null, who: string | null, icon: TimelineEvent['icon']) => {
    if (at === null) return void next.push({ key, upcoming: true, title: t(`bankAccounts.event.${key}.next`) })
    const detail = who === null ? dateTime(at) : t('bankAccounts.event.by', { when: dateTime(at), who })
    done.push({ at, event: { key, icon, title: t(`bankAccounts.event.${key}`), detail } })
  }
  const requester = change.requestedBy?.name ?? t('bankAccounts.somebody')
  if (needsSecondOwner) step('owner', secondOwner?.at ?? null, secondOwner?.name ?? null, <User />)
  step('review', reviewedAt, null, <Check />)
  step('confirm', confirmedAt, requester, <User />)
  const request: TimelineEvent = {
    key: 'request',
    icon: <Plus />,
    title: t('bankAccounts.event.request'),
    detail: t('bankAccounts.event.by', { when: dateTime(change.requestedAt), who: requester }),
  }
  const past = done.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ event }) => event)
  return [...next, ...past, request]
}
