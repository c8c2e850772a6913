import { checkoutBank } from '#contract/checkout'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import type { BankCode } from './bankCodes.ts'
import { StepForm } from './StepForm.tsx'
import { useSale } from './useSale.ts'

/** Stands in for the bank's page: says plainly what it is, asks for no password, and gives two answers of the same weight. */
export function BankPage({ code, onBack }: { code: BankCode; onBack: () => void }) {
  const { act, busy } = useSale()
  const answer = async (authorise: boolean) => {
    await act(checkoutBank, { bankCode: code, authorise })
    // Still here when the bank said no: choosing begins again.
    onBack()
  }
  const waiting = busy === 'checkoutBank'
  return (
    <StepForm step="bank" title={t('consumerScreens.bank.page', { bank: t(`consumerScreens.bank.name.${code}`) })}>
      <section className="bank-page grid gap-4 p-4">
        <p className="text-ink-2">{t('consumerScreens.bank.pageLead')}</p>
        <div>
          <p className="font-strong">{t('consumerScreens.bank.asks', { brand: settings().brand.name })}</p>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            <li>{t('consumerScreens.bank.asksAccounts')}</li>
            <li>{t('consumerScreens.bank.asksIncome')}</li>
          </ul>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(130px,100%),1fr))] gap-3">
          <Button size="large" wide busy={waiting} busyLabel={t('consumerScreens.sending')} onClick={() => void answer(false)}>
            {t('consumerScreens.bank.refuse')}
          </Button>
          <Button size="large" wide busy={waiting} busyLabel={t('consumerScreens.sending')} onClick={() => void answer(true)}>
            {t('consumerScreens.bank.authorise')}
          </Button>
        </div>
      </section>
      <div>
        <Button size="large" variant="quiet" onClick={onBack}>
          {t('consumerScreens.bank.other')}
        </Button>
      </div>
    </StepForm>
  )
}
