import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { staffConfirmationList } from '#contract/provider/confirmations'
import { staffInvitationResend, staffList } from '#contract/provider/staff'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { DisableDialog, EndSessionsDialog, ResetDialog, RevokeDialog } from './AccessDialogs.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PeopleTable, type PersonAction } from './PeopleTable.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import type { StaffMember } from './staffMember.ts'

type Open = { action: 'invite' } | { action: Exclude<PersonAction, 'resend'>; member: StaffMember }

/** The provider's people: their roles, state and last use, and what an admin does with their access. */
export function PeoplePage() {
  const people = useQuery(consoleQuery(staffList))
  const confirmations = useQuery(consoleQuery(staffConfirmationList))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const resend = useConsoleWrite(staffInvitationResend, {
    done: t('people.resend.done'),
    onFailed: (error) => showToast(failureMessage(error)),
  })
  const act = (action: PersonAction, member: StaffMember) =>
    action === 'resend' ? resend.send({ params: { staffId: member.id } }) : setOpen({ action, member })
  const pending = confirmations.data?.pending
  return (
    <ConsolePage
      title={t('console.section.people')}
      lead={people.data && t('people.count', { count: people.data.results.filter(({ state }) => state === 'active').length })}
      actions={
        <Button variant="filled" icon={<UserPlus aria-hidden />} onClick={() => setOpen({ action: 'invite' })}>
          {t('people.invite')}
        </Button>
      }
    >
      <SectionTabs section="people" counts={{ '/console/confirmations': pending?.length }} />
      <ReadState read={people}>{({ results }) => <PeopleTable people={results} pending={pending ?? []} onAct={act} />}</ReadState>
      {open?.action === 'invite' && <InviteDialog onClose={close} />}
      {open?.action === 'roles' && <RolesDialog member={open.member} onClose={close} />}
      {open?.action === 'disable' && <DisableDialog member={open.member} onClose={close} />}
      {open?.action === 'endSessions' && <EndSessionsDialog member={open.member} onClose={close} />}
      {open?.action === 'reset' && <ResetDialog member={open.member} onClose={close} />}
      {open?.action === 'revoke' && <RevokeDialog member={open.member} onClose={close} />}
    </ConsolePage>
  )
}
