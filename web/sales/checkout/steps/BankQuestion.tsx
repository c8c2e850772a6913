import { settings } from '../../../platform/api/settings.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'

/** The simulated bank's consent question: who wants to read which data, with two answers of equal weight. */
export function BankQuestion({ busy, onAnswer }: { busy: boolean; onAnswer: (authorise: boolean) => void }) {
  return (
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
        <Button size="large" wide busy={busy} busyLabel={t('consumerScreens.sending')} onClick={() => onAnswer(false)}>
          {t('consumerScreens.bank.refuse')}
        </Button>
        <Button size="large" wide busy={busy} busyLabel={t('consumerScreens.sending')} onClick={() => onAnswer(true)}>
          {t('consumerScreens.bank.authorise')}
        </Button>
      </div>
    </section>
  )
}
