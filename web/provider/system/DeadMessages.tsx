import type { AnswerOf } from '#contract/platform/endpoint'
import { deadMessageRetry, type systemView } from '#contract/provider/system'
import { dateTime } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
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
          <p className="max-w-[68ch] text-ink-2">{t('system.dead.about')}</p>
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
                  {tOr(`system.dead.kind.${message.kind}`, 'system.dead.kind')}
                </Cell>
                <Cell detail={t('system.dead.attempts', { count: message.attempts })} card="state">
                  <span className="font-code text-sm wrap-anywhere">{message.lastError ?? '—'}</span>
                </Cell>
                <Cell card="amount">{dateTime(message.givenUpAt)}</Cell>
                {mayRetry && (
                  <Cell className="text-right" card="net">
                    <Button size="small" busyLabel={t('system.dead.retrying')} onClick={() => retry.send({ params: { id: message.id } })}>
                      {t('system.dead.retry')}
                      {/* The same verb stands in every row. */}
                      <span className="sr-only">
                        {t('work.of', {
                          what: tOr(`system.dead.kind.${message.kind}`, 'system.dead.kind'),
                          name: message.merchant ?? t('work.nobodys'),
                        })}
                      </span>
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
