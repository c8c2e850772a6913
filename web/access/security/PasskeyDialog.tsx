import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyAdd, passkeyStart } from '#contract/access/secondFactor'
import { deviceOf } from '#domain/access/device'
import { settings } from '../../platform/api/settings.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { makePasskey } from '../../platform/session/passkey.ts'
import { passkeyProblem } from '../../platform/session/passkeyProblem.ts'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { useTurn } from '../../platform/session/useTurn.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { deviceName } from './DeviceRow.tsx'

type PasskeyDialogProps = { onClose: () => void; onDone: (recoveryCodes: string[]) => void }

/** Creates a passkey on this device, with a display name. */
export function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const [name, setName] = useState(() => deviceName(deviceOf(navigator.userAgent)))
  const nextTurn = useTurn()
  const add = useMutation({
    mutationFn: async () => {
      const turn = nextTurn()
      const options = await withStepUp(t('settings.factor.why'), () => write(passkeyStart, { mode: 'live' }))
      if (!options) return null
      const credential = await makePasskey(settings().brand.name, options, turn)
      turn.signal.throwIfAborted()
      return write(passkeyAdd, { body: { ...credential, name: name.trim() }, mode: 'live' })
    },
    onSuccess: (answer) => answer && onDone(answer.recoveryCodes),
  })
  return (
    <Dialog
      title={t('settings.passkey.title')}
      subtitle={t('settings.passkey.lead')}
      closeOnOutside={!add.isPending}
      onClose={onClose}
      onSubmit={() => add.isPending || add.mutate()}
      footer={
        <DialogActions onBack={onClose} busy={add.isPending} busyLabel={t('session.factor.waiting')}>
          {t('settings.passkey.make')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('shell.heading.name')} help={t('settings.passkey.nameHelp')}>
          <TextInput maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {add.isError && <ErrorBanner>{passkeyProblem(add.error)}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
