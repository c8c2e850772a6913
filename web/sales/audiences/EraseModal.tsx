import { useQueryClient } from '@tanstack/react-query'
import { audienceErase, type Audience } from '#contract/sales/audiences'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { audienceRead } from './audienceReads.ts'

/** Erases the members and then shows the receipt. */
export function EraseModal({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { uuid, name, size, campaigns } = audience
  const { busy, error, submit } = useSend(async (_: object, key) => {
    const erased = await write(audienceErase, { params: { merchantId, uuid }, key })
    client.setQueryData(audienceRead(merchantId, uuid).queryKey, erased)
    await client.invalidateQueries({ queryKey: ['audienceList'] })
  })
  return (
    <ConfirmDialog
      title={t('audiences.erase.title', { name })}
      verb={t('audiences.erase.verb', { count: size })}
      busy={busy}
      busyLabel={t('shell.deleting')}
      onConfirm={() => submit({})}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('audiences.erase.detail')}</p>
      {campaigns.length > 0 && <p className="pt-3 text-ink-2">{t('audiences.erase.drafts', { count: campaigns.length })}</p>}
      <SendProblem error={error} />
    </ConfirmDialog>
  )
}
