import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { teamResend, teamUpdate, type Member } from '#contract/team'
import { write } from '../api/write.ts'
import { dateTime, nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { ActivityLink } from '../operation/ActivityLink.tsx'
import { DialogVerbs } from '../shell/DialogVerbs.tsx'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { DefinitionList, type Definition } from '../ui/DefinitionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { bodyOf, draftOf, lacksShops } from './accessDraft.ts'
import { AccessFields } from './AccessFields.tsx'
import { LeavingDialog } from './LeavingDialog.tsx'
import { memberName, statusText } from './memberText.ts'
import { startView } from './startView.ts'
import { useTeamWrite } from './useTeamWrite.ts'

/** Changes, resends, disables or removes one person (TEA-1). */
export function MemberForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(member))
  const [leaving, setLeaving] = useState<'disable' | 'remove' | null>(null)
  const { busy, problems, show, run } = useTeamWrite()
  const name = memberName(member)
  const params = { userId: member.id }
  const [before, after] = [JSON.stringify(draftOf(member)), JSON.stringify(draft)]

  const ended = (count: number) => (count === 0 ? '' : ` ${t('team.ended', { count })}`)
  const finish = (message: string) => {
    onClose()
    showToast(message)
  }
  const save = async () => {
    if (lacksShops(draft)) return show({ merchants: t('team.shops.none') })
    const body = bodyOf(draft)
    const saved = await run(t('team.why.change'), body, (key) => write(teamUpdate, { params, body, key, mode: 'live' }))
    if (!saved) return
    const leavesAt = saved.member.ownerExit?.effectiveAt
    finish(
      leavesAt ? t('team.ownerExit.asked', { name, date: dateTime(leavesAt) }) : t('team.saved', { name }) + ended(saved.endedSessions),
    )
  }
  const enable = async () => {
    const body = { disabled: false }
    const saved = await run(t('team.why.change'), body, (key) => write(teamUpdate, { params, body, key, mode: 'live' }))
    if (saved) finish(t('team.enabled', { name }))
  }
  const resend = async () => {
    const sent = await run(t('team.why.change'), 'resend', (key) => write(teamResend, { params, key, mode: 'live' }))
    if (sent) finish(t('team.resent', { email: member.email }))
  }
  const problem = problems['form'] && (
    <Banner tone="error" live>
      {problems['form']}
    </Banner>
  )
  if (leaving !== null)
    return (
      <LeavingDialog
        member={member}
        how={leaving}
        onBack={() => setLeaving(null)}
        onClose={onClose}
        onDone={(message, endedSessions) => finish(message + ended(endedSessions))}
      />
    )
  const waiting = member.status === 'invited' || (member.status === 'expired' && member.inviteExpiresAt !== null)
  return (
    <Dialog
      title={name}
      subtitle={name === member.email ? undefined : member.email}
      closeLabel={t('operations.close')}
      closeOnOutside={before === after}
      onClose={onClose}
      onSubmit={() => void save()}
      firstFocus="select"
      footer={
        <DialogVerbs
          onBack={onClose}
          busy={busy}
          busyLabel={t('team.sending')}
          disabledReason={before === after ? t('team.unchanged') : null}
        >
          {t('team.save')}
        </DialogVerbs>
      }
    >
      <div className="grid gap-5">
        <DefinitionList items={factsOf(member)} />
        <AccessFields draft={draft} problems={problems} onChange={setDraft} />
        {problem}
        <div className="flex flex-wrap gap-2 border-t border-line pt-5">
          {waiting && (
            <Button variant="outlined" onClick={() => void resend()}>
              {t('team.resend')}
            </Button>
          )}
          {member.status !== 'disabled' && (
            <Button variant="outlined" icon={<Eye aria-hidden />} onClick={() => void startView({ userId: member.id })}>
              {t('team.view.as', { name: member.firstName || name })}
            </Button>
          )}
          {member.status === 'disabled' ? (
            <Button variant="outlined" onClick={() => void enable()}>
              {t('team.enable')}
            </Button>
          ) : (
            !waiting && (
              <Button variant="outlined" onClick={() => setLeaving('disable')}>
                {t('team.disable')}
              </Button>
            )
          )}
          <Button variant="outlined" onClick={() => setLeaving('remove')}>
            {t(waiting ? 'team.withdraw' : 'team.remove')}
          </Button>
        </div>
        <ActivityLink object={member.id}>{t('team.activity')}</ActivityLink>
      </div>
    </Dialog>
  )
}

function factsOf(member: Member): Definition[] {
  const { invitedBy, invitedAt, inviteExpiresAt, lastLogin, sessions } = member
  return [
    { key: 'status', term: t('team.column.status'), value: statusText(member) },
    ...(inviteExpiresAt !== null && member.status === 'invited'
      ? [{ key: 'expires', term: t('team.fact.expires'), value: dateTime(inviteExpiresAt) }]
      : []),
    ...(invitedBy !== null && invitedAt !== null
      ? [{ key: 'by', term: t('team.fact.invitedBy'), value: `${invitedBy}, ${nearTime(invitedAt)}` }]
      : []),
    { key: 'last', term: t('team.column.last'), value: lastLogin === null ? t('team.never') : nearTime(lastLogin) },
    ...(sessions > 0 ? [{ key: 'sessions', term: t('team.fact.sessions'), value: String(sessions) }] : []),
  ]
}
