import { useState } from 'react'
import { consoleMerchantView } from '#contract/provider/merchantActs'
import type { ConsoleAccountDetail } from '#contract/provider/merchants'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'

/** Asks for the reason to look at a merchant's panel, and gives the link to it. */
export function ViewDialog({ account, onClose }: { account: ConsoleAccountDetail; onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null)
  const view = useConsoleWrite(consoleMerchantView, { onDone: ({ answer }) => setUrl(answer?.url ?? null) })
  const title = t('consoleMerchants.view.title', { name: account.name })
  if (url !== null)
    return (
      <Dialog
        title={title}
        subtitle={t('consoleMerchants.view.ready')}
        onClose={onClose}
        footer={
          <a className={buttonClass('filled')} href={url} target="_blank" rel="noreferrer" onClick={onClose}>
            {t('consoleMerchants.view.open')}
          </a>
        }
      >
        {null}
      </Dialog>
    )
  return (
    <ReasonDialog
      title={title}
      about={t('consoleMerchants.view.about')}
      verb={t('consoleMerchants.view')}
      read={(reason) => t('shell.notification.provider_view', { reason })}
      write={view}
      onClose={onClose}
      onSubmit={(reason) => view.send({ params: { accountId: account.id }, body: { reason } })}
    />
  )
}
