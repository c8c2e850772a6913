import { type ReactNode, useEffect, useState } from 'react'
import { SaveProblem } from '../company/SaveState.tsx'
import type { FieldForm } from '../company/useFieldForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { keepDraft, removeDraft } from '../../platform/session/drafts.ts'
import { go } from '../../platform/routes/go.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { type CompanyPart, consequenceOf } from './companyConsequence.ts'
import type { AccountType } from './companyDraft.ts'
import { useLeaveQuestion } from './useLeaveQuestion.ts'

type CompanyFormProps<F extends string> = {
  form: FieldForm<F>
  /** Name of its draft. */
  draft: string
  type: AccountType
  part: CompanyPart
  /** It started from a saved draft. */
  resumed: boolean
  /** Discards the draft and resets the form. */
  onDiscard: () => void
  saveLabel?: string
  onSaved?: () => void
  children: ReactNode
}

/** A company form outside onboarding: only changes are sent, on demand, and their consequences are shown before. Leaving asks once and keeps the draft. */
export function CompanyForm<F extends string>(props: CompanyFormProps<F>) {
  const { form, draft, type, part, resumed, onDiscard, saveLabel, onSaved, children } = props
  // Invalid values are not sent, but count as changes: they are saved as a draft, asked about on leaving, and reported on saving.
  const changed = form.dirty || (Object.keys(form.typed) as F[]).some((name) => form.gaps.has(name))
  const { leavingTo, stay } = useLeaveQuestion(changed)
  const [showErrors, setShowErrors] = useState(resumed)
  const typed = JSON.stringify(form.typed)
  useEffect(() => {
    if (changed) keepDraft(draft, JSON.parse(typed))
    else removeDraft(draft)
  }, [draft, typed, changed])
  const save = async (): Promise<boolean> => {
    if (form.saving || !form.check() || !(await form.save())) return false
    removeDraft(draft)
    setShowErrors(false)
    showToast(t('settings.company.saved'))
    return true
  }
  const submit = async () => {
    if (await save()) onSaved?.()
  }
  const consequence = consequenceOf(type, part, Object.keys(form.typed))
  return (
    <Form className="grid grid-cols-[minmax(0,1fr)] gap-8" onSubmit={submit}>
      {showErrors && changed && (
        <Banner
          title={t('settings.company.resumed')}
          action={
            <Button size="small" onClick={onDiscard}>
              {t('settings.company.discard')}
            </Button>
          }
        >
          {t('settings.company.resumedDetail')}
        </Banner>
      )}
      {children}
      <div className="grid gap-4 border-t border-line pt-5">
        <SaveProblem form={form} />
        <p role="status" className="text-md text-ink-2">
          {t(changed ? `settings.company.follows.${consequence}` : 'settings.company.unchanged')}
        </p>
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          <Button
            type="submit"
            variant="filled"
            size="large"
            busy={form.saving}
            busyLabel={t('shell.saving')}
            disabledReason={changed ? null : t('settings.company.unchanged')}
          >
            {saveLabel ?? t('settings.company.save')}
          </Button>
        </div>
      </div>
      {leavingTo !== null && (
        <LeaveDialog
          onStay={stay}
          onLeave={() => go(leavingTo)}
          onSave={async () => {
            const done = await save()
            if (done) go(leavingTo)
            else stay()
          }}
        />
      )}
    </Form>
  )
}

type LeaveDialogProps = { onStay: () => void; onLeave: () => void; onSave: () => Promise<void> }

function LeaveDialog({ onStay, onLeave, onSave }: LeaveDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={t('settings.company.leave')}
      firstFocus="h2"
      onClose={onStay}
      footer={
        <>
          <Button variant="quiet" onClick={onLeave}>
            {t('settings.company.leaveAnyway')}
          </Button>
          <Button
            variant="filled"
            busy={busy}
            busyLabel={t('shell.saving')}
            onClick={() => {
              setBusy(true)
              void onSave()
            }}
          >
            {t('settings.company.saveAndLeave')}
          </Button>
        </>
      }
    >
      <p>{t('settings.company.leaveDetail')}</p>
    </Dialog>
  )
}
