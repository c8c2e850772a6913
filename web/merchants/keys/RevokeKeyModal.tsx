import { keyRevoke, type ApiKey } from '#contract/merchants/preferences'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { lastUseText, maskedKey } from './keyText.ts'
import { useKeyAction } from './useKeyAction.ts'

/** Revokes a key at once, and says what stops working. */
export function RevokeKeyModal({ revoked, onClose }: { revoked: ApiKey; onClose: () => void }) {
  const { mode } = useMerchant()
  const now = useRealNow()
  const { run, error, busy } = useKeyAction(t('preferences.why.revoke'))

  async function revoke() {
    const done = await run(async (params) => {
      await write(keyRevoke, { params: { ...params, keyId: revoked.id } })
      return true
    })
    if (!done) return
    onClose()
    showToast(t('preferences.revoke.done', { lastFour: revoked.lastFour }), { key: 'key' })
  }
  return (
    <KeyDialog
      title={t('preferences.revoke.title')}
      about={t(revoked.state === 'grace' ? 'preferences.revoke.aboutOld' : `preferences.revoke.about.${revoked.kind}`)}
      note={t('preferences.revoke.note')}
      verb={t('preferences.revoke.verb')}
      busy={busy}
      busyLabel={t('preferences.revoke.busy')}
      error={error}
      firstFocus="h2"
      onRun={() => void revoke()}
      onClose={onClose}
    >
      <DefinitionList
        items={[
          { term: t('preferences.key'), value: <code>{maskedKey(revoked, mode)}</code> },
          { term: t('preferences.use'), value: lastUseText(revoked, now) },
        ]}
      />
    </KeyDialog>
  )
}
