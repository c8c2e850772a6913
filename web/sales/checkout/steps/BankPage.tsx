import { checkoutBank } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import type { BankCode } from './bankCodes.ts'
import { BankQuestion } from './BankQuestion.tsx'
import { StepForm } from './StepForm.tsx'
import { useSale } from '../useSale.ts'

/** Simulates the bank's page: says so, asks for no password, and offers consent and refusal with equal weight. */
export function BankPage({ code, onBack }: { code: BankCode; onBack: () => void }) {
  const { act, busy } = useSale()
  const answer = async (authorise: boolean) => {
    await act(checkoutBank, { bankCode: code, authorise })
    // Still mounted when the bank refused: the customer chooses a bank again.
    onBack()
  }
  return (
    <StepForm step="bank" title={t('consumerScreens.bank.page', { bank: t(`consumerScreens.bank.name.${code}`) })}>
      <BankQuestion busy={busy === 'checkoutBank'} onAnswer={(authorise) => void answer(authorise)} />
      <div>
        <Button size="large" variant="quiet" onClick={onBack}>
          {t('consumerScreens.bank.other')}
        </Button>
      </div>
    </StepForm>
  )
}
