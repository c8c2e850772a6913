import Eye from 'lucide-react/icons/eye'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { teamResend, teamUpdate, type Member } from '#contract/access/team'
import { write } from '../../platform/api/write.ts'
import { dateTime, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ActivityLink } from '../../sales/operationStatus/ActivityLink.tsx'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { useSharedForm } from '../../platform/requests/useSharedForm.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList, type Definition } from '../../platform/ui/figures/DefinitionList.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { accessOf, bodyOf, comparedOf, draftOf, lacksShops } from './accessDraft.ts'
import { AccessFields } from './AccessFields.tsx'
import { LeavingDialog } from './LeavingDialog.tsx'
import { accessText, memberName, statusText } from './memberText.ts'
import { MemberSales } from './MemberSales.tsx'
import { startView } from './startView.ts'
import { memberRead } from './teamReads.ts'
import { useTeamWrite } from './useTeamWrite.ts'

/** Edits, re-invites, disables or removes a member. */
export function MemberForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useQueryClient()
  const { merchants } = useSession()
  const form = useSharedForm({
    saved: member,
    draftOf: (one: Member) => comparedOf(draftOf(one)),
    async read() {
      const { results } = await client.fetchQuery({ ...memberRead(member.email), staleTime: 0 })
      return results[0] ?? member
    },
  })
  const draft = accessOf(form.draft)
  const [leaving, setLeaving] = useState<'disable' | 'remove' | null>(null)
  const { busy, problems, show, run } = useTeamWrite()
  const name = memberName(member)
  const params = { userId: member.id }
  const changed = JSON.stringify(form.before) !== JSON.stringify(form.draft)

  const ended = (count: number) => (count === 0 ? '' : ` ${t('team.ended', { count })}`)
  const finish = (message: string) => {
    onClose()
    showToast(message)
  }
  const save = async () => {
    if (lacksShops(draft)) return show({ merchants: t('team.shops.none') })
    const { draft: decided, revision } = form.toSend()
    const body = { ...bodyOf(accessOf(decided)), ...(revision !== undefined && { revision }) }
    const saved = await run(t('team.why.change'), body, (key) =>
      form.sent(write(teamUpdate, { params, body, key, mode: 'live' }), (stored) => ({ member: stored, endedSessions: 0 })),
    )
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
  const names = new Map([...member.merchants, ...merchants].map(({ id, name: shop }) => [id, shop]))
  const problem =
    form.conflict !== null ? (
      <StaleChoice
        error={form.conflict}
        lines={form.lines((field, access) => accessText(field, access, names))}
        busy={busy}
        onMine={() => void save()}
        onTheirs={form.takeTheirs}
      />
    ) : (
      problems['form'] && <ErrorBanner>{problems['form']}</ErrorBanner>
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
      closeOnOutside={!changed}
      onClose={onClose}
      onSubmit={() => void save()}
      firstFocus="select"
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('shell.sending')} disabledReason={changed ? null : t('team.unchanged')}>
          {t('team.save')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <DefinitionList items={factsOf(member)} />
        <AccessFields draft={draft} problems={problems} onChange={(next) => form.setDraft(comparedOf(next))} />
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
        <MemberSales member={member} />
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
