import { useState } from 'react'
import { setupMailConfirm, setupMailTest } from '#contract/provider/setup'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Sends a mail to oneself, and takes the code that it brings as the proof that mail arrives. */
export function MailTest() {
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const send = useConsoleWrite(setupMailTest, { onDone: () => setSent(true) })
  const confirm = useConsoleWrite(setupMailConfirm, { done: t('setup.mail.done') })
  return (
    <div className="mt-2 grid gap-3">
      <p>
        <Button busy={send.busy} busyLabel={t('shell.sending')} onClick={() => send.send({})}>
          {t('setup.mail.send')}
        </Button>
      </p>
      {send.problem && <ErrorBanner>{send.problem}</ErrorBanner>}
      {sent && (
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            confirm.send({ body: { code: code.trim() } })
          }}
        >
          <Field label={t('setup.mail.code')} help={t('setup.mail.sent')} error={confirm.fieldProblem('code')} className="w-72">
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="filled" busy={confirm.busy} busyLabel={t('shell.sending')}>
            {t('setup.mail.confirm')}
          </Button>
          {confirm.problem && <ErrorBanner>{confirm.problem}</ErrorBanner>}
        </form>
      )}
    </div>
  )
}
