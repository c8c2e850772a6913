import { useQuery } from '@tanstack/react-query'
import { accessRequestDecline, accessRequestGrant, accessRequestView, type AccessRequest } from '#contract/access/accessRequests'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useTeamWrite } from './useTeamWrite.ts'

const requestRead = (requestId: string) => query(accessRequestView, { params: { requestId }, mode: 'live' })
const close = () => go(paths.usersPermissions(), { replace: true, keepScroll: true })

/** Starts the read of the request before the dialog is rendered. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(requestRead(params['requestId'] ?? ''))
}

/** A permission request of a member, with what it would grant, and the buttons to grant or decline it. */
function Request() {
  const { params } = useAddress()
  const { data, error, isFetching, refetch } = useQuery(requestRead(params['requestId'] ?? ''))
  if (data) return <Answer request={data} />
  return (
    <Dialog title={t('team.request.loading')} onClose={close}>
      {error ? (
        <FailureCard title={t('team.request.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <Skeleton width={260} />
          <Skeleton width={200} />
        </div>
      )}
    </Dialog>
  )
}

function Answer({ request }: { request: AccessRequest }) {
  const { id, person, right, state, askedAt, expiresAt, after, problem } = request
  const waits = state === 'pending'
  const name = t(`team.right.${right}`)
  const { busy, problems, run } = useTeamWrite()
  const answer = async (what: 'grant' | 'decline') => {
    const endpoint = what === 'grant' ? accessRequestGrant : accessRequestDecline
    const done = await run(t('team.why.change'), what, (key) => write(endpoint, { params: { requestId: id }, key, mode: 'live' }))
    if (!done) return
    close()
    showToast(t(`team.request.done.${what}`, { name: person.name, right: name }))
  }
  return (
    <Dialog
      title={t('team.request.title', { name: person.name })}
      subtitle={person.email}
      onClose={close}
      onSubmit={() => waits && problem === null && void answer('grant')}
      firstFocus="h2"
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('shell.close')}
          </Button>
          {waits && (
            <>
              <Button variant="outlined" onClick={() => void answer('decline')}>
                {t('team.request.decline')}
              </Button>
              <Button type="submit" variant="filled" busy={busy} busyLabel={t('shell.sending')} disabledReason={problem}>
                {t('team.request.grant')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <DefinitionList
          items={[
            { key: 'right', term: t('team.request.right'), value: name },
            { key: 'when', term: t('team.approval.askedAt'), value: dateTime(askedAt) },
            ...(waits ? [{ key: 'until', term: t('team.request.until'), value: dateTime(expiresAt) }] : []),
          ]}
        />
        <p className="text-base">{outcomeText(request)}</p>
        {waits && after && after.role !== request.before.role && after.withheld.length > 0 && (
          <p className="text-md text-ink-2">
            {t('team.request.without', {
              rights: after.withheld
                .map((one) => t(`team.right.${one}` as 'team.right.sell'))
                .join(', ') /* permissions that can be withheld */,
            })}
          </p>
        )}
        {waits && problem !== null && <Banner tone="warning">{problem}</Banner>}
        <ErrorBanner>{problems['form']}</ErrorBanner>
      </div>
    </Dialog>
  )
}

/** What granting would do, or the outcome. */
function outcomeText({ state, before, after, decidedBy, right }: AccessRequest): string {
  if (state !== 'pending') return t(`team.request.was.${state}`, { name: decidedBy ?? t('team.request.somebody') })
  if (after === null) return t('team.request.held')
  if (after.role === before.role) return t('team.request.same', { right: t(`team.right.${right}`) })
  return t('team.request.role', {
    before: t(`shell.role.${before.role}`),
    after: t(`shell.role.${after.role}`),
    right: t(`team.right.${right}`),
  })
}

export const AccessRequestModal: Screen = { component: Request, loader }
