import { useState } from 'react'
import { checkoutBank } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { BankChoice } from './BankChoice.tsx'
import type { BankCode } from './bankCodes.ts'
import { BankOpen } from './BankOpen.tsx'
import { StepForm } from './StepForm.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { useLeaveFor } from './returned.ts'
import { useSale } from '../useSale.ts'

/** Explains the bank check and asks for the bank, then leaves for the bank's page; goes on here after a closed tab or on another device. */
export function BankStep() {
  const { view, act, busy } = useSale()
  const [code, setCode] = useState<BankCode | null>(null)
  const [other, setOther] = useState(false)
  const url = view.bank?.url ?? null
  useLeaveFor(url)
  const isOpen = url !== null && !other
  return (
    <StepForm
      step="bank"
      title={t('consumerScreens.bank.title')}
      lead={t('consumerScreens.bank.lead')}
      next={
        isOpen
          ? { label: t('consumerScreens.bank.continue') }
          : { label: t('consumerScreens.bank.next'), disabledReason: code === null ? t('consumerScreens.bank.chooseFirst') : null }
      }
      onNext={() => (isOpen ? location.assign(url) : code !== null && void act(checkoutBank, { bankCode: code }))}
    >
      {view.bank?.failed && (
        <div role="alert">
          <Banner tone="error">
            {t('consumerScreens.bank.failed')}
            {view.bank.error !== null && <span className="mt-1 block">{t(`consumerScreens.bank.error.${view.bank.error}`)}</span>}
          </Banner>
        </div>
      )}
      {isOpen ? (
        <BankOpen busy={busy === 'checkoutBank'} onDone={() => void act(checkoutBank, {})} onOther={() => setOther(true)} />
      ) : (
        <BankChoice sandbox={view.sandbox} code={code} onChange={setCode} />
      )}
      {view.bank && <TimeLeft until={view.bank.until} />}
    </StepForm>
  )
}
