import { useQuery } from '@tanstack/react-query'
import { handoverView } from '#contract/access/handover'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useSession } from '../../platform/session/session.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { HandoverOffer } from './HandoverOffer.tsx'
import { HandoverProgress } from './HandoverProgress.tsx'
import { endText, isOpen } from './handoverText.ts'
import { wholeTeamRead } from './teamReads.ts'

const handoverRead = () => query(handoverView, { mode: 'live' })

function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(handoverRead())
  void queryClient.prefetchQuery(wholeTeamRead())
}

/** Transfer of ownership between two members: offered, answered and stopped here. */
function Handover() {
  const { role } = useSession()
  const { data, error, isFetching, refetch } = useQuery(handoverRead())
  const last = data?.handover ?? null
  return (
    <article aria-labelledby="handover-title" className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsHead
        id="handover-title"
        title={t('team.handover.title')}
        lead={t('team.handover.lead')}
        {...(role === 'owner' && { back: { href: paths.company(), label: t('settings.company.back') } })}
      />
      {error ? (
        <FailureCard title={t('team.handover.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <div role="group" aria-busy="true" aria-label={t('team.handover.loading')} className="grid gap-4">
          <Skeleton width={260} />
          <Skeleton width={200} />
        </div>
      ) : last && isOpen(last) ? (
        <HandoverProgress handover={last} />
      ) : (
        <>
          {last && <Banner>{endText(last)}</Banner>}
          {role === 'owner' ? (
            <HandoverOffer />
          ) : (
            !last && (
              <EmptyState title={t('team.handover.none')}>
                <p>{t('team.handover.noneLead')}</p>
              </EmptyState>
            )
          )}
        </>
      )}
    </article>
  )
}

export const HandoverPage: Screen = { component: Handover, loader }
