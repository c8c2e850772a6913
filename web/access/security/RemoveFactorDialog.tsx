import { useMutation } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { authenticatorRemove, type Passkey, passkeyRemove, type secondFactor } from '#contract/access/secondFactor'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'

export type Removed = { kind: 'authenticator' } | { kind: 'passkey'; passkey: Passkey }

type RemoveFactorDialogProps = { what: Removed; factor: AnswerOf<typeof secondFactor>; onClose: () => void; onDone: () => void }

/** The remaining factors, shown before one is removed. */
export function RemoveFactorDialog({ what, factor, onClose, onDone }: RemoveFactorDialogProps) {
  const name = what.kind === 'passkey' ? what.passkey.name : t('settings.factor.authenticator')
  const last = factor.passkeys.length + (factor.authenticator === null ? 0 : 1) === 1
  const remove = useMutation({
    mutationFn: () =>
      withStepUp(t('settings.factor.whyRemove'), async () => {
        if (what.kind === 'authenticator') await write(authenticatorRemove, { mode: 'live' })
        else await write(passkeyRemove, { params: { passkeyId: what.passkey.id }, mode: 'live' })
        return true
      }),
    onSuccess: (done) => {
      if (done !== true) return
      showToast(t('settings.factor.removed', { name }))
      onDone()
    },
  })
  return (
    <Dialog
      title={t('settings.factor.removeTitle', { name })}
      subtitle={t(last ? 'settings.factor.removeLast' : 'settings.factor.removeLeft')}
      firstFocus="h2"
      onClose={onClose}
      onSubmit={() => remove.isPending || remove.mutate()}
      footer={
        <DialogActions onBack={onClose} busy={remove.isPending} busyLabel={t('shell.removing')}>
          {t('shell.remove')}
        </DialogActions>
      }
    >
      {remove.isError ? (
        <ErrorBanner>{failureMessage(remove.error)}</ErrorBanner>
      ) : (
        <p className="text-md text-ink-2">{t('settings.factor.removeMail')}</p>
      )}
    </Dialog>
  )
}
