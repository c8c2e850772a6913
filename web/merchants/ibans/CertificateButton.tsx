import { useState, type ReactNode } from 'react'
import { type Iban, ibanCertificate } from '#contract/merchants/ibans'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'

/** Downloads an account’s certificate, for members who may read it; nothing where there is none. */
export function CertificateButton({ iban, icon, size = 'normal' }: { iban: Iban; icon?: ReactNode; size?: 'small' | 'normal' }) {
  const { merchantId, may } = useMerchant()
  const [busy, setBusy] = useState(false)
  const { certificate } = iban
  if (certificate === null || !may('ibanCertificate')) return null
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await load(ibanCertificate, { params: { merchantId, ibanId: iban.id }, mode: 'live' }), certificate.fileName)
      showToast(t('exports.done', { name: certificate.fileName }), { key: 'certificate' })
    } catch (error) {
      showToast(t('bankAccounts.failed.certificate', { why: failureText(error) }), { key: 'certificate', lastsMs: 0 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size={size} variant="quiet" icon={icon} busy={busy} busyLabel={t('exports.busy')} onClick={() => void download()}>
      {t('bankAccounts.certificate.open')}
    </Button>
  )
}
