import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/Banner.tsx'
import { BankPage } from './BankPage.tsx'
import { type BankCode, bankCodes, testBankCodes } from './bankCodes.ts'
import { StepForm } from './StepForm.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { useBankPage } from './useBankPage.ts'
import { useSale } from './useSale.ts'

/** Which bank, why it is asked, and then the bank's own page. */
export function BankStep() {
  const { view } = useSale()
  const [code, setCode] = useState<BankCode | null>(null)
  const { bank, visit, leave } = useBankPage()
  if (bank !== null) return <BankPage code={bank} onBack={leave} />
  const codes: readonly BankCode[] = view.sandbox ? [...bankCodes, ...testBankCodes] : bankCodes
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
          <Banner tone="error">{t('consumerScreens.bank.failed')}</Banner>
        </div>
      )}
      <fieldset className="min-w-0">
        <legend className="mb-2 font-strong">{t('consumerScreens.bank.which')}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(160px,100%),1fr))] gap-2">
          {codes.map((one) => (
            <label key={one} className="choice flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-2.5">
              <input type="radio" name="bank" value={one} className="choice-dot" checked={code === one} onChange={() => setCode(one)} />
              <span>{t(`consumerScreens.bank.name.${one}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {view.bank && <TimeLeft until={view.bank.until} />}
    </StepForm>
  )
}
