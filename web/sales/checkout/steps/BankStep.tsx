import { useState } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { BankPage } from './BankPage.tsx'
import { BankChoice } from './BankChoice.tsx'
import type { BankCode } from './bankCodes.ts'
import { StepForm } from './StepForm.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { useBankPage } from './useBankPage.ts'
import { useSale } from '../useSale.ts'

/** Explains the bank check, asks for the bank, then shows the bank's page. */
export function BankStep() {
  const { view } = useSale()
  const [code, setCode] = useState<BankCode | null>(null)
  const { bank, visit, leave } = useBankPage()
  if (bank !== null) return <BankPage code={bank} onBack={leave} />
  return (
    <StepForm
      step="bank"
      title={t('consumerScreens.bank.title')}
      lead={t('consumerScreens.bank.lead')}
      next={{ label: t('consumerScreens.bank.next'), disabledReason: code === null ? t('consumerScreens.bank.chooseFirst') : null }}
      onNext={() => code !== null && visit(code)}
    >
      {view.bank?.failed && (
        <div role="alert">
          <Banner tone="error">
            {t('consumerScreens.bank.failed')}
            {view.bank.error !== null && <span className="mt-1 block">{t(`consumerScreens.bank.error.${view.bank.error}`)}</span>}
          </Banner>
        </div>
      )}
      <BankChoice sandbox={view.sandbox} code={code} onChange={setCode} />
      {view.bank && <TimeLeft until={view.bank.until} />}
    </StepForm>
  )
}
