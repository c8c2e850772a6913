import { keyRevoke, type ApiKey } from '#contract/preferences'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { useRealNow } from '../operation/useRealNow.ts'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { lastUseText, maskedKey } from './keyText.ts'
import { useKeyVerb } from './useKeyVerb.ts'

/** Ends a key at once: says what stops working. */
export function RevokeKeyModal({ revoked, onClose }: { revoked: ApiKey; onClose: () => void }) {
  const { mode } = useShop()
  const now = useRealNow()
  const { run, error, busy } = useKeyVerb(t('preferences.why.revoke'))

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
    <Dialog
      title={t('preferences.revoke.title')}
      tag={<ModeTag />}
      subtitle={t(revoked.state === 'grace' ? 'preferences.revoke.aboutOld' : `preferences.revoke.about.${revoked.kind}`)}
      closeLabel={t('operations.close')}
      firstFocus="h2"
      onClose={onClose}
      onSubmit={() => void revoke()}
      note={t('preferences.revoke.note')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operations.back')}
          </Button>
          <Button type="submit" variant="filled" busy={busy} busyLabel={t('preferences.revoke.busy')}>
            {t('preferences.revoke.verb')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <DefinitionList
          items={[
            { term: t('preferences.key'), value: <code>{maskedKey(revoked, mode)}</code> },
            { term: t('preferences.use'), value: lastUseText(revoked, now) },
          ]}
        />
        {error !== null && (
          <Banner tone="error" live>
            {failureText(error)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
