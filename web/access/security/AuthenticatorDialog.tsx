import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authenticatorConfirm, authenticatorStart } from '#contract/access/secondFactor'
import { plainText } from '#domain/platform/plainText'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import { AuthenticatorSecret } from '../../platform/session/AuthenticatorSecret.tsx'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

type AuthenticatorDialogProps = { onClose: () => void; onDone: (recoveryCodes: string[]) => void }

/** Adds an authenticator app: the QR code to scan, and a first code to verify it. */
export function AuthenticatorDialog({ onClose, onDone }: AuthenticatorDialogProps) {
  const setup = useQuery({
    queryKey: ['authenticator', 'begun'],
    queryFn: async () => {
      const answer = await withStepUp(t('settings.factor.why'), () => write(authenticatorStart, { mode: 'live' }))
      if (!answer) onClose()
      return answer
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = useMutation({
    mutationFn: () =>
      withStepUp(t('settings.factor.why'), () => write(authenticatorConfirm, { body: { code: plainText(code) }, mode: 'live' })),
    onSuccess: (answer) => answer && onDone(answer.recoveryCodes),
    onError: (error) => {
      setProblem((isApiFailure(error) && error.fields.get('code')?.message) || failureMessage(error))
      document.getElementById('authenticator-code')?.focus()
    },
  })
  const submit = () => {
    if (!/^\d{3}\s?\d{3}$/.test(plainText(code))) return setProblem(t('settings.authenticator.sixFigures'))
    setProblem(null)
    if (!confirm.isPending) confirm.mutate()
  }
  return (
    <Dialog
      title={t('settings.authenticator.title')}
      subtitle={t('settings.authenticator.about')}
      closeOnOutside={false}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={confirm.isPending} busyLabel={t('shell.checking')}>
          {t('settings.authenticator.confirm')}
        </DialogActions>
      }
    >
      {setup.isError && <RetryBanner error={setup.error} onRetry={() => void setup.refetch()} />}
      {setup.isPending && (
        <div role="group" aria-busy="true" aria-label={t('shell.reading')}>
          <Skeleton width={176} className="h-44" />
        </div>
      )}
      {setup.data && (
        <div className="grid gap-5">
          <AuthenticatorSecret {...setup.data} />
          <Field id="authenticator-code" label={t('settings.authenticator.code')} error={problem} required>
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              maxLength={20}
              inputClassName="font-code tracking-[0.08em]"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        </div>
      )}
    </Dialog>
  )
}
