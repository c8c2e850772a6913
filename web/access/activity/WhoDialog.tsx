import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { activityWho, type ActivityEntry } from '#contract/access/activity'
import { query } from '../../platform/api/query.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

type WhoDialogProps = {
  entryId: string
  /** The entry, when the list still shows it. */
  entry: ActivityEntry | undefined
  onClose: () => void
}

/** All members who had a permission at that moment, and who of them used it. */
export function WhoDialog({ entryId, entry, onClose }: WhoDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(query(activityWho, { params: { entryId }, mode: 'live' }))
  return (
    <Dialog
      title={t('activity.who')}
      subtitle={joinTexts([entry?.action, data && dateTime(data.at)])}
      onClose={onClose}
      firstFocus="h2"
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      {data ? (
        <ul className="grid">
          {data.people.map(({ id, name, role, preset, did }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2.5 last:border-b-0">
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
              {did && <span className="text-sm text-ink-3">{t(entry?.refused ? 'activity.who.tried' : 'activity.who.did')}</span>}
              <span className="ml-auto text-md text-ink-3">{t(`shell.role.${preset ?? role}`)}</span>
            </li>
          ))}
          {data.people.length === 0 && <li>{t('activity.who.nobody')}</li>}
        </ul>
      ) : error ? (
        <FailureCard title={t('activity.who.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="group" aria-busy="true" aria-label={t('activity.loading')} className="grid gap-4">
          <Skeleton width={260} />
          <Skeleton width={200} />
        </div>
      )}
    </Dialog>
  )
}
