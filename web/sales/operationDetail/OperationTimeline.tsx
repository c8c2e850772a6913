import { joinTexts } from '#domain/platform/direction'
import { ActivityLink } from '../operationStatus/ActivityLink.tsx'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import Landmark from 'lucide-react/icons/landmark'
import Mail from 'lucide-react/icons/mail'
import MailX from 'lucide-react/icons/mail-x'
import PackageCheck from 'lucide-react/icons/package-check'
import Plus from 'lucide-react/icons/plus'
import Timer from 'lucide-react/icons/timer'
import Undo2 from 'lucide-react/icons/undo-2'
import User from 'lucide-react/icons/user'
import type { ReactNode } from 'react'
import type { CustomerMessage } from '#contract/sales/customerMessages'
import type { Operation } from '#contract/sales/operations'
import { date, dateTime, money } from '../../platform/i18n/format.ts'
import { t, tOr, type Values } from '../../platform/i18n/t.ts'
import { Timeline, type TimelineEvent } from '../../platform/ui/figures/Timeline.tsx'
import { leftText } from '../operationStatus/operationText.ts'
import { SectionTitle } from './SectionTitle.tsx'
import { daysUntil, timeLeft } from '../operationStatus/timeLeft.ts'
import { useCustomerMessages } from '../refunds/useCustomerMessages.ts'
import { timelineItems, type TimelineItem } from './timelineItems.ts'
import { localDate } from '#domain/platform/dates'

/** Past and upcoming events with time, author, channel and amount, and the messages sent to the customer. */
export function OperationTimeline({ operation, now }: { operation: Operation; now: Date }) {
  const items = timelineItems(operation, useCustomerMessages(operation), now)
  return (
    <section aria-labelledby="operation-timeline">
      <SectionTitle id="operation-timeline">{t('operations.timeline.title')}</SectionTitle>
      {items.length === 0 ? (
        <p className="text-md text-ink-3">{t('operations.timeline.none')}</p>
      ) : (
        <Timeline label={t('operations.timeline.title')} events={items.map((item) => eventOf(item, operation, now))} />
      )}
      <ActivityLink object={operation.id}>{t('operations.timeline.log')}</ActivityLink>
    </section>
  )
}

function eventOf(item: TimelineItem, operation: Operation, now: Date): TimelineEvent {
  const { key } = item
  const day = item.day === null ? dateTime(new Date(item.at).toISOString()) : date(item.day)
  switch (item.kind) {
    case 'collected':
      return {
        key,
        icon: <Check />,
        title: t('operations.timeline.collected', { number: `${item.number}`, amount: money(item.cents) }),
        detail: t('operations.timeline.by', { when: day, who: t('operations.actor.system') }),
      }
    case 'message':
      return messageEvent(key, day, item.message)
    case 'settled':
      return {
        key,
        icon: <Landmark />,
        title: t('operations.flag.settled', { reference: item.reference }),
        detail: t('operations.timeline.by', { when: day, who: money(item.cents) }),
      }
    case 'nextInstalment':
      return {
        key,
        upcoming: true,
        title: t('operations.timeline.next', { number: `${item.number}`, amount: money(item.cents) }),
        detail: t('operations.timeline.inDays', { when: day, count: Math.max(daysUntil(localDate(item.day ?? ''), now), 0) }),
      }
    case 'release':
      return { key, upcoming: true, title: t('operations.timeline.release', { amount: money(item.refund.amount) }), detail: day }
    case 'deadline': {
      const { deadline } = item
      const left = deadline.at ? leftText(timeLeft(deadline.at, now)) : ''
      return {
        key,
        upcoming: true,
        title: tOr(`operations.timeline.lapse.${deadline.kind}`, 'operations.timeline.lapse.link'),
        detail: t('operations.timeline.by', { when: day, who: left }),
      }
    }
    default:
      return historyEvent(key, day, item.event)
  }
}

/** A message with its channel, recipient and delivery state. */
function messageEvent(key: string, when: string, message: CustomerMessage): TimelineEvent {
  const { purpose, channel, state, problem } = message
  const deliveryState = t(`offlineCheckout.deliveryState.${state}`)
  const parts = [t('operations.timeline.by', { when, who: deliveryState }), problem && t(`offlineCheckout.deliveryProblem.${problem}`)]
  return {
    key,
    icon: state === 'failed' ? <MailX /> : <Mail />,
    title: `${t(`operations.timeline.sent.${purpose}`)} ${t(`offlineCheckout.byChannel.${channel}`, { to: message.to })}`,
    detail: joinTexts(parts),
  }
}

type HistoryEvent = Operation['history'][number]

function historyEvent(
  key: string,
  when: string,
  { event, actor, userName, channel, amount, givenReason, comment }: HistoryEvent,
): TimelineEvent {
  const values: Values = amount === null ? {} : { amount: money(amount) }
  const title =
    amount !== null
      ? tOr(`operations.event.${event}.amount`, `operations.event.${event}` as 'operations.event.created', values) // an event without a message falls back below
      : tOr(`operations.event.${event}`, 'operations.event.other')
  const known = title.startsWith('operations.') ? t('operations.event.other') : title
  const who = userName ?? t(`operations.actor.${actor}`)
  const channelText = channel === null ? '' : tOr(`operations.way.${channel}`, 'operations.way.other')
  const byline =
    channelText === '' ? t('operations.timeline.by', { when, who }) : t('operations.timeline.byWay', { when, who, way: channelText })
  const why = givenReason === null ? '' : tOr(`operations.refund.reason.${givenReason}`, 'operations.refund.reason.other')
  const detail = joinTexts([byline, why, comment])
  return { key, icon: iconOf(event, actor), title: known, detail }
}

const icons: Record<string, ReactNode> = {
  created: <Plus />,
  created_with_consent: <Plus />,
  confirmed: <CircleCheck />,
  confirmed_for_capture: <CircleCheck />,
  capture_extended: <Timer />,
  captured: <PackageCheck />,
  partially_refunded: <Undo2 />,
  debt_refunded: <Undo2 />,
  fully_refunded: <Undo2 />,
  refund_held: <Undo2 />,
  refund_undone: <Undo2 />,
  cancellation_held: <Ban />,
  cancellation_undone: <Undo2 />,
  cancelled: <Ban />,
  merchant_rejected: <Ban />,
  offline_cancelled: <Ban />,
  risk_refused: <Ban />,
  checkout_expired: <Ban />,
  confirmation_expired: <Ban />,
  capture_expired: <Ban />,
  last_instalment_collected: <CircleCheck />,
  repaid_early: <CircleCheck />,
}

function iconOf(event: string, actor: HistoryEvent['actor']): ReactNode {
  return icons[event] ?? (actor === 'customer' ? <User /> : <Check />)
}
