import { providerEndpointDelete, type ProviderEndpoint } from '#contract/provider/events'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Deletes an address, and says what is deleted with it. */
export function RemoveDialog({ endpoint, onClose }: { endpoint: ProviderEndpoint; onClose: () => void }) {
  const remove = useConsoleWrite(providerEndpointDelete, { onDone: onClose, done: t('events.removed') })
  return (
    <Dialog
      title={t('events.removeTitle')}
      subtitle={endpoint.url}
      onClose={onClose}
      onSubmit={() => remove.send({ params: { endpointId: endpoint.id } })}
      footer={
        <DialogActions onBack={onClose} busy={remove.busy} busyLabel={t('events.removing')}>
          {t('events.remove')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">{t('events.removeAbout')}</p>
      {remove.problem && <ErrorBanner>{remove.problem}</ErrorBanner>}
    </Dialog>
  )
}
