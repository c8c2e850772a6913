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
import { useShop } from '../../platform/requests/useShop.ts'
import { showToast } from '../../platform/shared/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusGlyph } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Timeline, type TimelineEvent } from '../../platform/ui/figures/Timeline.tsx'
import { SectionTitle } from './SectionTitle.tsx'

/** How often a page that waits for the shop's answer looks again. */
const lookMs = 5_000
/** Tries that stand open; a shop that was silent for a day has a hundred. */
const mostOpen = 4
const summaryClass = 'w-fit cursor-pointer py-1 text-sm text-ink-3 max-md:py-3'

/** How the shop's own server was told of the order, what it answered and when it is asked next. */
export function ShopTelling({ operation, now }: { operation: Operation; now: Date }) {
  const { merchantId, may } = useShop()
  const isTold = may('callbackView') && operation.channel !== 'phone'
  const read = query(callbackView, { params: { merchantId, operationId: operation.id } })
  const { data, error, isError, refetch, isFetching } = useQuery({
    ...read,
    enabled: isTold,
    refetchInterval: ({ state }) => state.data?.state === 'due' && lookMs,
  })
  const isNobodys = data !== undefined && data.address === null
  if (!isTold || isNobodys || (!data && !isError)) return null
  return (
    <section aria-labelledby="operation-telling" className="print:hidden">
      <SectionTitle id="operation-telling">{t('operations.telling.title')}</SectionTitle>
      {data ? (
        <Known telling={data} operation={operation} now={now} />
      ) : (
        <FailureCard title={t('operations.telling.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </section>
  )
}

function Known({ telling, operation, now }: { telling: Callback; operation: Operation; now: Date }) {
  const { merchantId, may } = useShop()
  const client = useQueryClient()
  const { state, attempts } = telling
  // After each try it is another wish: the same one sent again is done once.
  const { busy, error, submit } = useSend(async (_afterTry: string | undefined, key) => {
    await write(callbackRetry, { params: { merchantId, operationId: operation.id }, key })
    await client.invalidateQueries({ queryKey: ['callbackView'] })
    showToast(t('operations.telling.again.done'), { key: 'telling' })
  })
  const canHurry = may('callbackRetry') && attempts.length > 0 && (state === 'due' || state === 'given_up')
  return (
    <div className="grid gap-3">
      <p className="text-sm wrap-anywhere text-ink-3">{t('operations.telling.to', { address: telling.address ?? '' })}</p>
      {state !== 'taken' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-md">{standingOf(telling, now)}</p>
          {canHurry && (
            <Button size="small" busy={busy} busyLabel={t('operations.telling.again.busy')} onClick={() => submit(attempts[0]?.id)}>
              {t('operations.telling.again')}
            </Button>
          )}
        </div>
      )}
      <SendProblem error={error} />
      {attempts.length > 0 && <Timeline label={t('operations.telling.title')} events={attempts.slice(0, mostOpen).map(eventOf)} />}
      {attempts.length > mostOpen && (
        <details>
          <summary className={summaryClass}>{t('operations.telling.earlier', { count: attempts.length - mostOpen })}</summary>
          <div className="pt-3">
            <Timeline label={t('operations.telling.title')} events={attempts.slice(mostOpen).map(eventOf)} />
          </div>
        </details>
      )}
    </div>
  )
}

function standingOf({ state, nextAt }: Callback, now: Date): string {
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
    title: `${saysText(attempt)} · ${outcome}`,
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

/** What the shop was told, as one would say it. */
const saysText = ({ told, reason }: CallbackAttempt): string =>
  t(reason === 'confirmation_required' ? 'operations.telling.says.asked' : `operations.telling.says.${told}`)
