import type { Iban } from '#contract/merchants/ibans'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Exposure } from './Exposure.tsx'
import { reasonText } from './ibanText.ts'

/** The outcome of the latest change when it was not completed: why, how to fix it, and of a frozen one what was exposed. Nothing otherwise. */
export function LastOutcome({ last }: { last: Iban | undefined }) {
  const { may } = useMerchant()
  if (last?.status !== 'rejected' && last?.status !== 'frozen') return null
  const { id, status, iban, rejectionReason } = last
  return (
    <>
      <div className="pb-6">
        <Banner tone="error" title={t(`bankAccounts.last.${status}`, { iban })}>
          {status === 'frozen' ? t('bankAccounts.last.frozenDetail') : rejectionReason !== null && reasonText(rejectionReason)}
        </Banner>
      </div>
      {status === 'frozen' && may('ibanExposure') && <Exposure ibanId={id} />}
    </>
  )
}
