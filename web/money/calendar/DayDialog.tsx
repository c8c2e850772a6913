import type { ReactNode } from 'react'
import type { LocalDate } from '#domain/platform/dates'
import { dayName } from '../../platform/i18n/calendar.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { capital } from '../../platform/ui/charts/capital.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import type { AnsweredDay } from './calendarDays.ts'

type DayDialogProps = { on: LocalDate; day: AnsweredDay | null; onClose: () => void }

/** Everything of one day, each with its link; `day` is null when nothing happens. */
export function DayDialog({ on, day, onClose }: DayDialogProps) {
  return (
    <Dialog
      title={capital(dayName(on))}
      tag={<ModeTag />}
      subtitle={t('shell.zone')}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('shell.back')}
        </Button>
      }
    >
      {day === null ? (
        <p className="text-md text-ink-2">{t('moneyCalendar.day.nothing')}</p>
      ) : (
        <ul className="divide-y divide-line">
          <Payments day={day} />
          <Deadlines day={day} />
        </ul>
      )}
    </Dialog>
  )
}

/** Settlements that there are, and the one that is expected. */
function Payments({ day: { settlements, expected, debits } }: { day: AnsweredDay }) {
  const { merchantId, flag } = useMerchant()
  const balance = paths.settlementsBalance(merchantId, flag)
  const released = (amount: number) => (amount > 0 ? t('moneyCalendar.released', { amount: money(amount) }) : null)
  const owed = (closing: number) => (closing < 0 ? t('moneyCalendar.debt', { amount: money(-closing) }) : null)
  return (
    <>
      {settlements.map(({ id, reference, status, netAmount, reserveReleased, closingBalance }) => (
        <Item
          key={id}
          href={paths.settlement(merchantId, id, flag)}
          name={t('moneyCalendar.day.settlement', { reference })}
          amount={money(netAmount)}
          notes={[t(`settlements.state.${status}`), released(reserveReleased), owed(closingBalance)]}
        />
      ))}
      {expected && settlements.length === 0 && (
        <Item
          href={balance}
          name={t('moneyCalendar.day.expected')}
          amount={`≈\u00a0${money(expected.netAmount)}`}
          notes={[t('moneyCalendar.day.certainty'), released(expected.reserveReleased), owed(expected.closingBalance)]}
        />
      )}
      {debits.map(({ id, reference, state, amount }) => (
        <Item
          key={id}
          href={paths.settlementsDebt(merchantId, flag)}
          name={t('moneyCalendar.day.debit', { reference })}
          amount={money(amount)}
          notes={[t(`debits.state.${state}`)]}
        />
      ))}
    </>
  )
}

/** Captures and disputes that the shop must act on, and refunds that go out. */
function Deadlines({ day: { captures, refunds, disputes } }: { day: AnsweredDay }) {
  const { merchantId, flag } = useMerchant()
  const open = { href: paths.operations(merchantId, { substatus: 'pending_merchant', ...flag }), name: t('moneyCalendar.day.openCaptures') }
  return (
    <>
      <Group title={t('moneyCalendar.captures', wordsOf(captures))} note={t('moneyCalendar.day.captures')} of={captures} all={open} />
      <Group title={t('moneyCalendar.disputes', wordsOf(disputes))} note={t('moneyCalendar.day.disputes')} of={disputes} />
      <Group title={t('moneyCalendar.refunds', wordsOf(refunds))} note={t('moneyCalendar.day.refunds')} of={refunds} />
    </>
  )
}

const wordsOf = ({ count, amount }: { count: number; amount: number }) => ({ count, amount: money(amount) })

type GroupProps = { title: string; note: string; of: AnsweredDay['captures']; all?: { href: string; name: string } }

/** Operations of one kind, each with its link. */
function Group({ title, note, of, all }: GroupProps) {
  const { merchantId, flag } = useMerchant()
  if (of.count === 0) return null
  const more = of.count - of.operations.length
  return (
    <li className="py-3 text-md">
      <h3 className="font-strong">{title}</h3>
      <p className="text-sm text-ink-3">{note}</p>
      <ul className="pt-1">
        {of.operations.map(({ id, customerName, amount }) => (
          <li key={id} className="flex min-h-8 items-center justify-between gap-4 max-md:min-h-11">
            <Anchor href={paths.operation(merchantId, id, flag)} className={linkClass}>
              {customerName || t('moneyCalendar.day.nobody')}
            </Anchor>
            <span className="shrink-0">{money(amount)}</span>
          </li>
        ))}
      </ul>
      {(more > 0 || all) && (
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-3">
          {more > 0 && t('moneyCalendar.day.more', { count: more })}
          {all && (
            <Anchor href={all.href} className={`${linkClass} max-md:leading-11`}>
              {all.name}
            </Anchor>
          )}
        </p>
      )}
    </li>
  )
}

type ItemProps = { href: string; name: ReactNode; amount: string; notes: readonly (string | null)[] }

/** A payment with its amount and how certain it is. */
function Item({ href, name, amount, notes }: ItemProps) {
  return (
    <li className="py-3 text-md">
      <p className="flex items-baseline justify-between gap-4">
        <Anchor href={href} className={`${linkClass} max-md:leading-11`}>
          {name}
        </Anchor>
        <b className="shrink-0 font-strong">{amount}</b>
      </p>
      {notes.map(
        (note) =>
          note !== null && (
            <p key={note} className="text-sm text-ink-3">
              {note}
            </p>
          ),
      )}
    </li>
  )
}
