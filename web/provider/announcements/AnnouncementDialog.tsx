import { type Announcement, announcementCreate } from '#contract/provider/announcements'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { bodyOf, problemsOf } from './draft.ts'
import { TextFields } from './TextFields.tsx'
import { useDraft } from './useDraft.ts'

const modes = ['both', 'live', 'sandbox'] as const

/** Writes a message to merchants: what it says, to whom, from when until when. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { draft, set, sent, setSent } = useDraft()
  const create = useConsoleWrite(announcementCreate, { onDone: onClose, done: t('announcements.published') })
  const problems = sent ? problemsOf(draft) : {}
  function submit() {
    setSent(true)
    if (Object.keys(problemsOf(draft)).length === 0) create.send({ body: bodyOf(draft) })
  }
  return (
    <Dialog
      title={t('announcements.write')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={create.busy} busyLabel={t('announcements.publishing')}>
          {t('announcements.publish')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <TextFields texts={draft.texts} problems={problems} onChange={(texts) => set({ texts })} />
        <AccountChoice
          chosen={draft.accounts}
          problem={problems.accounts ?? create.fieldProblem('accounts')}
          onChange={(accounts) => set({ accounts })}
        />
        <Field label={t('announcements.mode')}>
          <Select
            value={draft.mode ?? 'both'}
            onChange={({ target: { value } }) => set({ mode: value === 'both' ? null : (value as Announcement['mode']) })} // its own options
          >
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {t(`announcements.mode.${mode}`)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('announcements.from')} help={t('announcements.fromHelp')} error={create.fieldProblem('from')}>
            <TextInput type="datetime-local" value={draft.from} onChange={(event) => set({ from: event.target.value })} />
          </Field>
          <Field label={t('announcements.until')} error={problems.until ?? create.fieldProblem('until')} required>
            <TextInput type="datetime-local" value={draft.until} onChange={(event) => set({ until: event.target.value })} />
          </Field>
        </div>
        <Checkbox
          label={t('announcements.byMail')}
          help={t('announcements.byMailHelp')}
          checked={draft.byMail}
          onChange={(event) => set({ byMail: event.target.checked })}
        />
        {create.problem && <ErrorBanner>{create.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
