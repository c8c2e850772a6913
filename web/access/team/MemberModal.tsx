import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MemberForm } from './MemberForm.tsx'
import { memberRead } from './teamReads.ts'

/** Starts the read of the member before the dialog is rendered. */
function loader({ params, queryClient }: LoaderContext): void {
  if (params['email']) void queryClient.prefetchQuery(memberRead(params['email']))
}

const close = () => go(paths.usersPermissions(), { replace: true, keepScroll: true })

/** Without an address the dialog invites; with one it edits that member. */
function Member() {
  const { params } = useAddress()
  const email = params['email']
  return email ? <Known key={email} email={email} /> : <InviteForm onClose={close} />
}

function Known({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(memberRead(email))
  const member = data?.results[0]
  const locked = data !== undefined && !member?.changeable
  useEffect(() => {
    if (!locked) return
    showToast(t(member ? 'team.notChangeable' : 'team.unknown', { email }))
    close()
  }, [locked, member, email])
  if (member?.changeable) return <MemberForm member={member} onClose={close} />
  if (locked) return null
  return (
    <Dialog title={email} onClose={close}>
      {error ? (
        <FailureCard title={t('team.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="group" aria-busy="true" aria-label={t('team.loading')} className="grid gap-4">
          <Skeleton width={260} />
          <Skeleton width={200} />
        </div>
      )}
    </Dialog>
  )
}

export const MemberModal: Screen = { component: Member, loader }
