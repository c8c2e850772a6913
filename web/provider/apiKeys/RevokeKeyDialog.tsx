import { providerKeyRevoke, type ProviderKeyView } from '#contract/provider/apiKeys'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Revokes a key; says when it was used last, because what uses it stops working. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ProviderKeyView; onClose: () => void }) {
  const { id, name, lastUsedAt } = apiKey
  const revoke = useConsoleWrite(providerKeyRevoke, { onDone: onClose, done: t('apiKeys.revoke.done', { name }) })
  return (
    <Dialog
      title={t('apiKeys.revoke.title', { name })}
      subtitle={t('apiKeys.revoke.about')}
      onClose={onClose}
      onSubmit={() => revoke.send({ params: { keyId: id } })}
      footer={
        <DialogActions onBack={onClose} busy={revoke.busy} busyLabel={t('apiKeys.revoking')}>
          {t('apiKeys.revoke')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">
        {lastUsedAt === null ? t('apiKeys.revoke.unused') : t('apiKeys.revoke.used', { at: nearTime(lastUsedAt) })}
      </p>
      {revoke.problem && (
        <div className="mt-4">
          <ErrorBanner>{revoke.problem}</ErrorBanner>
        </div>
      )}
    </Dialog>
  )
}
