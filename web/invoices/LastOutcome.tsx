import type { Iban } from '#contract/ibans'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/Banner.tsx'
import { reasonText } from './ibanText.ts'

/** How the newest change ended when it was not as asked: why, and how it is put right. Nothing otherwise. */
export function LastOutcome({ last }: { last: Iban | undefined }) {
  if (last?.status !== 'rejected' && last?.status !== 'frozen') return null
  const { status, iban, rejectionReason } = last
  return (
    <div className="pb-6">
      <Banner tone="error" title={t(`bankAccounts.last.${status}`, { iban })}>
        {status === 'frozen' ? t('bankAccounts.last.frozenDetail') : rejectionReason !== null && reasonText(rejectionReason)}
      </Banner>
    </div>
  )
}
