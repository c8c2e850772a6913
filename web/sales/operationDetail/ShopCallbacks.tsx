import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callbackRetry, callbackView, type Callback, type CallbackAttempt } from '#contract/sales/callbacks'
import type { Operation } from '#contract/sales/operations'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { dateTime, nearTime } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusGlyph } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Timeline, type TimelineEvent } from '../../platform/ui/figures/Timeline.tsx'
import { SectionTitle } from './SectionTitle.tsx'

/** Polling interval while a callback is due. */
const pollMs = 5_000
/** Attempts shown without expanding; a shop that was down for a day has a hundred. */
const maxExpanded = 4
const summaryClass = 'w-fit cursor-pointer py-1 text-sm text-ink-3 max-md:py-3'

/** Callbacks to the shop's server about the order: its responses and the next attempt. */
export function ShopCallbacks({ operation, now }: { operation: Operation; now: Date }) {
  const { merchantId, may } = useMerchant()
  const isNotified = may('callbackView') && operation.channel !== 'phone'
  const read = query(callbackView, { params: { merchantId, operationId: operation.id } })
  const { data, error, isError, refetch, isFetching } = useQuery({
    ...read,
    enabled: isNotified,
    refetchInterval: ({ state }) => state.data?.state === 'due' && pollMs,
  })
  const hasNoAddress = data !== undefined && data.address === null
  if (!isNotified || hasNoAddress || (!data && !isError)) return null
  return (
    <section aria-labelledby="operation-telling" className="print:hidden">
      <SectionTitle id="operation-telling">{t('operations.telling.title')}</SectionTitle>
      {data ? (
        <LoadedCallback callback={data} operation={operation} now={now} />
      ) : (
        <FailureCard title={t('operations.telling.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </section>
  )
}

function LoadedCallback({ callback, operation, now }: { callback: Callback; operation: Operation; now: Date }) {
  const { merchantId, may } = useMerchant()
  const client = useQueryClient()
  const { state, attempts } = callback
  // The idempotency key is per last attempt: after a new attempt, another retry is a new request.
  const { busy, error, submit } = useSend(async (_afterTry: string | undefined, key) => {
    await write(callbackRetry, { params: { merchantId, operationId: operation.id }, key })
    await client.invalidateQueries({ queryKey: ['callbackView'] })
    showToast(t('operations.telling.again.done'), { key: 'telling' })
  })
  const canRetryNow = may('callbackRetry') && attempts.length > 0 && (state === 'due' || state === 'given_up')
  return (
    <div className="grid gap-3">
      <p className="text-sm wrap-anywhere text-ink-3">{t('operations.telling.to', { address: callback.address ?? '' })}</p>
      {state !== 'taken' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-md">{statusText(callback, now)}</p>
          {canRetryNow && (
            <Button size="small" busy={busy} busyLabel={t('operations.telling.again.busy')} onClick={() => submit(attempts[0]?.id)}>
              {t('operations.telling.again')}
            </Button>
          )}
        </div>
      )}
      <SendProblem error={error} />
      {attempts.length > 0 && <Timeline label={t('operations.telling.title')} events={attempts.slice(0, maxExpanded).map(eventOf)} />}
      {attempts.length > maxExpanded && (
        <details>
          <summary className={summaryClass}>{t('operations.telling.earlier', { count: attempts.length - maxExpanded })}</summary>
          <div className="pt-3">
            <Timeline label={t('operations.telling.title')} events={attempts.slice(maxExpanded).map(eventOf)} />
          </div>
        </details>
      )}
    </div>
  )
}

function statusText({ state, nextAt }: Callback, now: Date): string {
  if (state === 'given_up') return t('operations.telling.givenUp')
  if (nextAt === null) return t('operations.telling.idle')
  return new Date(nextAt) <= now ? t('operations.telling.now') : t('operations.telling.next', { when: nearTime(nextAt, now) })
}

function eventOf(attempt: CallbackAttempt): TimelineEvent {
  const { id, at, ms, status, failure, answer } = attempt
  const isTaken = status !== null && status >= 200 && status <= 299
  const outcome =
    status === null
      ? tOr(`operations.telling.failure.${failure}`, 'operations.telling.failure.other')
      : t('operations.telling.status', { status })
  return {
    key: id,
    icon: <StatusGlyph kind={isTaken ? 'accepted-filled' : 'rejected'} />,
    title: `${notifiedText(attempt)} · ${outcome}`,
    detail: (
      <>
        {t('operations.telling.took', { when: dateTime(at), ms })}
        {answer !== null && (
          <details>
            <summary className={summaryClass}>{t('operations.telling.answer')}</summary>
            <pre className="rounded-3 border border-line bg-canvas p-3 text-sm wrap-anywhere whitespace-pre-wrap">
              {answer || t('operations.telling.empty')}
            </pre>
          </details>
        )}
      </>
    ),
  }
}

/** The notified status, in words. */
const notifiedText = ({ told: result, reason }: CallbackAttempt): string =>
  t(reason === 'confirmation_required' ? 'operations.telling.says.asked' : `operations.telling.says.${result}`)
