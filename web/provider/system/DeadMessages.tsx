import type { AnswerOf } from '#contract/platform/endpoint'
import { deadMessageRetry, type systemView } from '#contract/provider/system'
import { dateTime } from '../../platform/i18n/format.ts'
import type { MessageKey } from '../../platform/i18n/messageKeys.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'

type Message = AnswerOf<typeof systemView>['deadMessages'][number]

const kindNames: Readonly<Record<string, MessageKey>> = {
  invoice_email: 'system.dead.kind.invoice_email',
  key_email: 'system.dead.kind.key_email',
  iban_email: 'system.dead.kind.iban_email',
  payout_email: 'system.dead.kind.payout_email',
  team_email: 'system.dead.kind.team_email',
  notice_email: 'system.dead.kind.notice_email',
  digest_email: 'system.dead.kind.digest_email',
  weekly_email: 'system.dead.kind.weekly_email',
  notice_push: 'system.dead.kind.notice_push',
  customer_message: 'system.dead.kind.customer_message',
  refund_message: 'system.dead.kind.refund_message',
  account_email: 'system.dead.kind.account_email',
  email_change_email: 'system.dead.kind.email_change_email',
  report_email: 'system.dead.kind.report_email',
  package_email: 'system.dead.kind.package_email',
  staff_email: 'system.dead.kind.staff_email',
  order_callback: 'system.dead.kind.order_callback',
  webhook: 'system.dead.kind.webhook',
  provider_event: 'system.dead.kind.provider_event',
  announcement_email: 'system.dead.kind.announcement_email',
}

const kindName = (kind: string): string => {
  const key = kindNames[kind]
  return key ? t(key) : kind
}

/** Messages that were given up, each with a button that sends it again. */
export function DeadMessages({ messages, count }: { messages: readonly Message[]; count: number }) {
  const { may } = useStaff()
  const retry = useConsoleWrite(deadMessageRetry, { done: t('system.dead.retried') })
  const mayRetry = may('deadMessageRetry')
  return (
    <FormSection title={t('system.dead')}>
      {count === 0 ? (
        <p className="text-ink-2">{t('system.dead.none')}</p>
      ) : (
        <>
          <p className="max-w-[70ch] text-ink-2">{t('system.dead.about')}</p>
          <div aria-live="assertive" className="empty:hidden">
            {retry.problem && <ErrorBanner>{retry.problem}</ErrorBanner>}
          </div>
          <Table
            caption={t('system.dead')}
            head={
              <>
                <HeadCell>{t('system.dead.kind')}</HeadCell>
                <HeadCell>{t('system.dead.error')}</HeadCell>
                <HeadCell>{t('system.dead.givenUp')}</HeadCell>
                {mayRetry && <HeadCell />}
              </>
            }
          >
            {messages.map((message) => (
              <TableRow key={message.id}>
                <Cell detail={message.merchant} card="title" strong>
                  {kindName(message.kind)}
                </Cell>
                <Cell detail={t('system.dead.attempts', { count: message.attempts })} card="state">
                  <span className="font-code text-sm wrap-anywhere">{message.lastError ?? '—'}</span>
                </Cell>
                <Cell card="amount">{dateTime(message.givenUpAt)}</Cell>
                {mayRetry && (
                  <Cell className="text-right" card="net">
                    <Button size="small" busyLabel={t('system.dead.retrying')} onClick={() => retry.send({ params: { id: message.id } })}>
                      {t('system.dead.retry')}
                    </Button>
                  </Cell>
                )}
              </TableRow>
            ))}
          </Table>
          {count > messages.length && <p className="text-ink-3">{t('system.dead.more', { count })}</p>}
        </>
      )}
    </FormSection>
  )
}
