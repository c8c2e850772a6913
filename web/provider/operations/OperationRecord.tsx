import type { ReactNode } from 'react'
import type { ConsoleOperationDetail } from '#contract/provider/operations'
import { joinTexts } from '#domain/platform/direction'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { OperationCredits } from '../credits/OperationCredits.tsx'

type Instalment = ConsoleOperationDetail['operation']['instalments'][number]
const instalmentKinds: Record<Instalment['state'], StatusKind> = {
  pending: 'upcoming',
  paid: 'accepted-outlined',
  overdue: 'rejected',
  cancelled: 'stopped',
  refunded: 'stopped',
}
const chargeKinds: Record<ConsoleOperationDetail['charges'][number]['state'], StatusKind> = {
  asked: 'customer',
  authorised: 'customer',
  captured: 'accepted-outlined',
  declined: 'rejected',
  released: 'stopped',
}
const messageKinds: Record<ConsoleOperationDetail['messages'][number]['state'], StatusKind> = {
  queued: 'upcoming',
  sent: 'accepted-outlined',
  delivered: 'accepted-outlined',
  failed: 'rejected',
  not_sent: 'stopped',
}

/** The plan, what the card was asked for, what the customer was told, and what happened. */
export function OperationRecord({ detail: { operation, charges, notedPayments, credits, messages } }: { detail: ConsoleOperationDetail }) {
  return (
    <div className="grid min-w-0 content-start gap-9">
      <List title={t('consoleMerchants.operation.plan')}>
        {operation.instalments.map(({ number, dueOn, amount, state }) => (
          <Line key={number} fact={joinTexts([`${number}`, date(dueOn)], ' · ')} amount={amount}>
            <StatusBadge kind={instalmentKinds[state]} label={t(`consoleMerchants.instalment.${state}`)} />
          </Line>
        ))}
      </List>
      <List title={t('consoleMerchants.operation.charges')}>
        {charges.map(({ instalment, attempt, amount, state, reference, createdAt }) => (
          <Line
            key={`${instalment} ${attempt}`}
            fact={joinTexts([instalment === null ? t('consoleMerchants.operation.first') : `${instalment}`, dateTime(createdAt)], ' · ')}
            detail={reference}
            amount={amount}
          >
            <StatusBadge kind={chargeKinds[state]} label={t(`consoleMerchants.charge.${state}`)} />
          </Line>
        ))}
      </List>
      {notedPayments.length > 0 && (
        <List title={t('consoleMerchants.operation.noted')}>
          {notedPayments.map(({ instalment, amount, way, receivedOn, reason, by }) => (
            <Line
              key={instalment}
              fact={joinTexts([`${instalment}`, reason], ' · ')}
              detail={t('consoleMerchants.operation.noted.by', {
                way: t(`consoleMerchants.operation.note.${way}`),
                date: date(receivedOn),
                name: by ?? '—',
              })}
              amount={amount}
            />
          ))}
        </List>
      )}
      {credits.length > 0 && (
        <FormSection title={t('credits.title')}>
          <OperationCredits credits={credits} />
        </FormSection>
      )}
      <List title={t('consoleMerchants.operation.messages')}>
        {messages.map(({ channel, purpose, state, createdAt }) => (
          <Line
            key={`${createdAt} ${channel} ${purpose}`}
            fact={joinTexts([t(`consoleMerchants.purpose.${purpose}`), t(`consoleMerchants.channel.${channel}`)], ' · ')}
            detail={dateTime(createdAt)}
          >
            <StatusBadge kind={messageKinds[state]} label={t(`consoleMerchants.sent.${state}`)} />
          </Line>
        ))}
      </List>
      <List title={t('consoleMerchants.operation.history')}>
        {operation.history.map(({ at, event, userName, amount, comment }, nth) => (
          <Line
            key={`${at} ${event} ${nth}`}
            fact={tOr(`operations.event.${event}`, 'consoleMerchants.operations.otherReason')}
            detail={joinTexts([dateTime(at), ...(userName === null ? [] : [userName]), ...(comment === null ? [] : [comment])], ' · ')}
            {...(amount !== null && { amount })}
          />
        ))}
      </List>
    </div>
  )
}

function List({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <FormSection title={title}>
      {children.length === 0 ? (
        <p className="text-md text-ink-3">{t('consoleMerchants.operation.nothing')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">{children}</ul>
      )}
    </FormSection>
  )
}

type LineProps = { fact: string; detail?: string | null; amount?: number; children?: ReactNode }

function Line({ fact, detail, amount, children }: LineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-2.5 max-[18rem]:flex max-[18rem]:flex-wrap md:grid-cols-[minmax(0,1fr)_9.375rem_6.875rem]">
      <span className="min-w-0 wrap-anywhere">
        {fact}
        {detail && <span className="block text-sm text-ink-3">{detail}</span>}
      </span>
      <span className="max-md:order-last max-md:col-span-2">{children}</span>
      <span className="text-right">{amount !== undefined && <Money cents={amount} />}</span>
    </li>
  )
}
