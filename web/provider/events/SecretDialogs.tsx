import { useState } from 'react'
import { providerEndpointSecretRenew, type ProviderEndpoint } from '#contract/provider/events'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Shows the whole secret, only this once. A press outside does not close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('events.secretTitle')}
      subtitle={t('events.secretAbout')}
      closeOnOutside={false}
      firstFocus=".copy-button"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('events.secretKept')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 border border-line bg-canvas p-4">
        <code className="min-w-0 basis-64 grow text-lg font-medium wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
      </div>
    </Dialog>
  )
}

const choices = [24, 0] as const
type RenewDialogProps = { endpoint: ProviderEndpoint; onClose: () => void; onMade: (secret: string) => void }

/** A new secret, and whether the previous one signs too for a day. */
export function RenewDialog({ endpoint, onClose, onMade }: RenewDialogProps) {
  const [overlapHours, setOverlapHours] = useState<(typeof choices)[number]>(24)
  const renew = useConsoleWrite(providerEndpointSecretRenew, { onDone: ({ answer }) => answer && onMade(answer.secret) })
  return (
    <Dialog
      title={t('events.renew')}
      subtitle={endpoint.url}
      firstFocus="input[type=radio]:checked"
      onClose={onClose}
      onSubmit={() => renew.send({ params: { endpointId: endpoint.id }, body: { overlapHours } })}
      footer={
        <DialogActions onBack={onClose} busy={renew.busy} busyLabel={t('events.renewing')}>
          {t('events.renew')}
        </DialogActions>
      }
    >
      <fieldset className="grid gap-1">
        <legend className="pb-2 text-sm font-medium text-ink-2">{t('events.overlap')}</legend>
        {choices.map((hours) => (
          <label key={hours} className="flex min-h-9 items-start gap-2.5 py-1 text-md max-md:min-h-11">
            <input type="radio" name="overlap" className="mt-1" checked={overlapHours === hours} onChange={() => setOverlapHours(hours)} />
            {t(`events.overlap.${hours}`)}
          </label>
        ))}
      </fieldset>
      {renew.problem && <ErrorBanner>{renew.problem}</ErrorBanner>}
    </Dialog>
  )
}
