import { t } from '../../platform/i18n/t.ts'
import { ShownOnceDialog } from '../preferences/ShownOnceDialog.tsx'

/** Shows the signing secret of an endpoint, only this once. */
export function WebhookSecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={t('webhooks.secret.title')}
      about={t('webhooks.secret.about')}
      shown={secret}
      closeWords={t('webhooks.secret.close')}
      onClose={onClose}
    />
  )
}
