import { useState } from 'react'
import { teamInvite } from '#contract/access/team'
import { emailProblem } from '#domain/platform/emailAddress'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { bodyOf, lacksShops, newDraft, readEmails } from './accessDraft.ts'
import { AccessFields } from './AccessFields.tsx'
import { useTeamWrite } from './useTeamWrite.ts'

/** Invites several members at once with the same access. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const { merchants } = useSession()
  const [typed, setTyped] = useState('')
  const [draft, setDraft] = useState(() => newDraft(merchants))
  const { busy, problems, show, run } = useTeamWrite()
  const { emails, wrong } = readEmails(typed)

  const submit = async () => {
    if (emails.length === 0 || wrong !== null) {
      show({
        emails: wrong === null ? t('team.invite.none') : t(`team.problem.email.${emailProblem(wrong) ?? 'format'}`, { email: wrong }),
      })
      return document.getElementById('team-emails')?.focus()
    }
    if (lacksShops(draft)) return show({ merchants: t('team.shops.none') })
    const body = { emails, ...bodyOf(draft) }
    const invited = await run(t('team.why.invite'), body, (key) => write(teamInvite, { body, key, mode: 'live' }))
    if (invited === null) return
    onClose()
    showToast(t('team.invite.done', { count: invited.length }))
  }
  return (
    <Dialog
      title={t('team.invite.title')}
      subtitle={t('team.invite.about')}
      closeOnOutside={typed === ''}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('shell.sending')}>
          {emails.length > 1 ? t('team.invite.many', { count: emails.length }) : t('team.invite.one')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field id="team-emails" label={t('team.field.emails')} help={t('team.field.emailsHelp')} error={problems['emails']} required>
          <Textarea
            rows={2}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={5_000}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              if (problems['emails']) show({ ...problems, emails: undefined })
            }}
          />
        </Field>
        <AccessFields draft={draft} problems={problems} onChange={setDraft} />
        <ErrorBanner>{problems['form']}</ErrorBanner>
      </div>
    </Dialog>
  )
}
