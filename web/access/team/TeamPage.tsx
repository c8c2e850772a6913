import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Info from 'lucide-react/icons/info'
import UserPlus from 'lucide-react/icons/user-plus'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { OwnerExits } from './OwnerExits.tsx'
import { teamRead } from './teamReads.ts'
import { TeamTable } from './TeamTable.tsx'

const pageOf = (search: Record<string, string>): number => Math.max(1, Math.trunc(Number(search['page'])) || 1)

/** Starts the page’s reads before it is rendered. */
function loader({ search, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(teamRead(pageOf(search)))
}

/** The members of the account: permissions, merchants, and end of access. */
function Team() {
  const { may } = useSession()
  const { search } = useAddress()
  const list = useQuery({ ...teamRead(pageOf(search)), placeholderData: keepPreviousData })
  const page = list.data
  const slow = useDelayed(!page && !list.isError)
  return (
    <section aria-labelledby="team-title">
      <div className="pb-4">
        <SettingsHead
          id="team-title"
          title={t('team.title')}
          actions={
            <>
              <Button variant="quiet" icon={<Info aria-hidden />} href={paths.usersPermissionsInfo()}>
                {t('team.rights')}
              </Button>
              {may('teamInvite') && (
                <Button variant="filled" className="max-md:ml-3.5" icon={<UserPlus aria-hidden />} href={paths.usersPermissionsAdd()}>
                  {t('team.invite')}
                </Button>
              )}
            </>
          }
        />
      </div>
      {list.isError ? (
        <FailureCard title={t('team.failed')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : (
        <>
          {page && <OwnerExits members={page.results} />}
          <TeamTable rows={page && !slow ? page.results : null} busy={list.isFetching} />
          {page && page.total > 1 && (
            <Pages label={t('team.pages')} page={page} hrefFor={(number) => paths.usersPermissions({ page: number })} />
          )}
          <Live message={page ? t('team.spoken', { count: page.count }) : ''} />
        </>
      )}
    </section>
  )
}

export const TeamPage: Screen = { component: Team, loader }
