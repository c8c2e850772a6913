import type { ApiKey } from '#contract/merchants/preferences'
import { t } from '../../platform/i18n/t.ts'
import { ShownOnceDialog } from '../preferences/ShownOnceDialog.tsx'

/** Shows a whole new key; a private one only this once. */
export function NewKeyModal({ token, kind, onClose }: { token: string; kind: ApiKey['kind']; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={t(`preferences.made.${kind}`)}
      about={t(`preferences.made.${kind}.about`)}
      shown={token}
      closeWords={t('preferences.made.close')}
      onClose={onClose}
    />
  )
}
