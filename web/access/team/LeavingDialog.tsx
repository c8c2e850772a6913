import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { keyRevoke } from '#contract/merchants/preferences'
import { teamRemove, teamUpdate, type Member, type TeamCredentials } from '#contract/access/team'
import { webhookUpdate } from '#contract/merchants/webhooks'
import { write } from '../../platform/api/write.ts'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { memberName } from './memberText.ts'
import { credentialsRead } from './teamReads.ts'
import { useTeamWrite } from './useTeamWrite.ts'

const past = { remove: 'removed', disable: 'disabled' } as const

type LeavingDialogProps = {
  member: Member
  how: 'disable' | 'remove'
  onBack: () => void
  onClose: () => void
  onDone: (message: string, endedSessions: number) => void
}

/** Disables or removes a member, and the API keys and webhooks they created that are selected here, which would otherwise keep working. */
export function LeavingDialog({ member, how, onBack, onClose, onDone }: LeavingDialogProps) {
  const { busy, problems, run } = useTeamWrite()
  const read = useQuery(credentialsRead(member.id))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const name = memberName(member)
  const params = { userId: member.id }

  const leave = async () => {
    if (!read.data) return
    // These first: if one fails, the member has not been removed yet and a retry does it all.
    const why = t(how === 'remove' ? 'team.why.remove' : 'team.why.change')
    for (const one of read.data.keys.filter(({ id }) => chosen.has(id))) {
      const at = { merchantId: one.merchant.id, keyId: one.id }
      if ((await run(why, at, (key) => done(write(keyRevoke, { params: at, key, mode: one.mode })))) === null) return
    }
    for (const one of read.data.webhooks.filter(({ id }) => chosen.has(id))) {
      const at = { merchantId: one.merchant.id, webhookId: one.id }
      if ((await run(why, at, (key) => write(webhookUpdate, { params: at, body: { on: false }, key, mode: one.mode }))) === null) return
    }
    const left =
      how === 'remove'
        ? await run(why, how, (key) => write(teamRemove, { params, key, mode: 'live' }))
        : await run(why, how, (key) => write(teamUpdate, { params, body: { disabled: true }, key, mode: 'live' }))
    if (!left) return
    const leavesAt = 'member' in left ? left.member.ownerExit?.effectiveAt : left.leavesAt
    onDone(leavesAt ? t('team.ownerExit.asked', { name, date: dateTime(leavesAt) }) : t(`team.${past[how]}`, { name }), left.endedSessions)
  }
  return (
    <Dialog
      title={t(`team.${how}.title`, { name })}
      onClose={onClose}
      onSubmit={() => void leave()}
      firstFocus="h2"
      footer={
        <DialogActions
          onBack={onBack}
          busy={busy}
          busyLabel={t('shell.sending')}
          disabledReason={read.data ? null : t('team.credentials.loading')}
        >
          {t(`team.${how}.verb`)}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <p className="text-base">{t(`team.${how}.detail`)}</p>
        {member.role === 'owner' && <p className="text-md text-ink-2">{t('team.ownerExit.slow')}</p>}
        <p className="text-md text-ink-2">
          {member.sessions === 0 ? t('team.noSessions') : t('team.sessions', { count: member.sessions })}
        </p>
        {read.data ? (
          <Credentials credentials={read.data} chosen={chosen} onChange={setChosen} />
        ) : (
          <ReadState read={read} failed={t('team.credentials.failed')} loading={t('team.credentials.loading')}>
            <Skeleton width={260} />
          </ReadState>
        )}
        <ErrorBanner>{problems['form']}</ErrorBanner>
      </div>
    </Dialog>
  )
}

/** Distinguishes an answer without body from none. */
const done = async (answer: Promise<unknown>): Promise<true> => {
  await answer
  return true
}

type CredentialsProps = { credentials: TeamCredentials; chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }

/** What the member created and still works, each to be removed or kept; nothing is preselected, because a merchant may depend on it. */
function Credentials({ credentials, chosen, onChange }: CredentialsProps) {
  if (credentials.keys.length + credentials.webhooks.length === 0) return null
  const toggle = (id: string) => onChange(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  const box = (id: string, label: ReactNode, help: string) => (
    <Checkbox key={id} label={label} help={help} checked={chosen.has(id)} onChange={() => toggle(id)} />
  )
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('team.credentials.title')}</legend>
      <p className="pb-2 text-sm text-ink-3">{t('team.credentials.about')}</p>
      {credentials.keys.map((one) =>
        box(
          one.id,
          t(`team.credentials.key.${one.kind}.${one.mode}`, { lastFour: one.lastFour }),
          t('team.credentials.use', {
            shop: one.merchant.name,
            use: one.lastUsed === null ? t('team.credentials.unused') : t('team.credentials.used', { date: date(one.lastUsed) }),
          }),
        ),
      )}
      {credentials.webhooks.map((one) =>
        box(
          one.id,
          <span className="wrap-anywhere">{t(`team.credentials.webhook.${one.mode}`, { url: one.url })}</span>,
          one.merchant.name,
        ),
      )}
    </fieldset>
  )
}
