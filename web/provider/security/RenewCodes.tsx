import { useState } from 'react'
import { staffRecoveryCodesRenew } from '#contract/provider/staffSession'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { RecoveryCodeList } from '../../platform/session/RecoveryCodeList.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** New recovery codes in place of the earlier ones. */
export function RenewCodes() {
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="codes-title">
      <h2 id="codes-title" className="mb-1 text-title-sm font-strong">
        {t('security.codes')}
      </h2>
      <p className="mb-4 text-md text-ink-3">{t('security.codes.about')}</p>
      <Button onClick={() => setOpen(true)}>{t('settings.recovery.renew')}</Button>
      {open && <RenewDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [saved, setSaved] = useState(false)
  const renew = useConsoleWrite(staffRecoveryCodesRenew, { onDone: ({ answer }) => setCodes(answer?.recoveryCodes ?? null) })
  if (codes)
    return (
      <Dialog
        title={t('settings.recovery.title')}
        subtitle={t('settings.recovery.about')}
        closeOnOutside={false}
        locked={!saved}
        onClose={onClose}
        firstFocus="h2"
        footer={
          <Button variant="filled" disabledReason={saved ? null : t('settings.recovery.keepFirst')} onClick={onClose}>
            {t('settings.recovery.done')}
          </Button>
        }
      >
        <RecoveryCodeList codes={codes} saved={saved} onSaved={setSaved} />
      </Dialog>
    )
  const submit = () => {
    setMissing(code.trim().length < 6)
    if (code.trim().length >= 6) renew.send({ body: { code: code.trim() } })
  }
  return (
    <Dialog
      title={t('settings.recovery.renew')}
      subtitle={t('settings.recovery.why')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={renew.busy} busyLabel={t('settings.recovery.making')}>
          {t('settings.recovery.renew')}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <Field
          label={t('session.factor.authenticator')}
          help={t('console.signIn.codeHelp')}
          error={missing ? t('session.factor.missing') : renew.fieldProblem('code')}
          required
        >
          <TextInput
            autoComplete="one-time-code"
            maxLength={40}
            inputClassName="font-code tracking-[0.08em]"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        {renew.problem && <ErrorBanner>{renew.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
