import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { operationChangesSeen, type operationChanges } from '#contract/sales/operationChanges'
import { merchantNow } from '../../../platform/api/merchantNow.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { FailureCard } from '../../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { SendProblem } from '../../../platform/requests/SendProblem.tsx'
import { useSend } from '../../../platform/requests/useSend.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Skeleton } from '../../../platform/ui/tables/Skeleton.tsx'
import { SkeletonLine } from '../../../platform/ui/tables/SkeletonLine.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { changesRead, visitHeartbeat } from './changesRead.ts'
import { sinceText } from './changeText.ts'

/** Changes since the last visit, before and after side by side, until they are marked as seen. */
export function ChangesModal({ onClose }: { onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const read = changesRead(merchantId)
  const { data, isError, error, isFetching, refetch } = useQuery({ ...read, ...visitHeartbeat })
  const seen = useSend(async (until: string, key) => {
    await write(operationChangesSeen, { params: { merchantId }, body: { until }, key })
    await client.invalidateQueries({ queryKey: read.queryKey })
    showToast(t('visit.done'))
    onClose()
  })
  const some = data !== undefined && data.results.length > 0
  return (
    <Dialog
      title={t('visit.title')}
      tag={<ModeTag />}
      subtitle={
        (some || (!data && !isError)) && (
          <span className="block max-md:min-h-[2lh]">
            {some ? t('visit.subtitle', { since: sinceText(data.since, merchantNow()) }) : <SkeletonLine width={240} />}
          </span>
        )
      }
      size="money"
      firstFocus="h2"
      onClose={onClose}
      {...(some && {
        note: t('visit.note'),
        footer: (
          <Button variant="filled" busy={seen.busy} busyLabel={t('shell.saving')} onClick={() => seen.submit(data.until)}>
            {t('visit.seen')}
          </Button>
        ),
      })}
    >
      {data ? (
        <Changes {...data} />
      ) : isError ? (
        <FailureCard title={t('visit.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div aria-busy="true" className="grid content-start gap-8 max-md:min-h-dvh">
          {[220, 260, 240].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      <SendProblem error={seen.error} />
    </Dialog>
  )
}

function Changes({ since, results, more }: AnswerOf<typeof operationChanges>) {
  if (results.length === 0) return <p className="text-md text-ink-2">{t('visit.none', { since: sinceText(since, merchantNow()) })}</p>
  return (
    <>
      <ChangesTable changes={results} />
      {more && <p className="pt-3 text-md text-ink-2">{t('visit.more', { count: results.length })}</p>}
    </>
  )
}
