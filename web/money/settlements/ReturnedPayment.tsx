import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settlementPayAgain, type Settlement } from '#contract/money/settlements'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { RequestOutcome } from '../../platform/requests/RequestOutcome.tsx'
import { useIdempotentRequest } from '../../platform/requests/useIdempotentRequest.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'

/** Why the bank returned a payment, and who pays it again: the shop, the provider, or the shop to another account. */
export function ReturnedPayment({ settlement }: { settlement: Settlement }) {
  const { merchantId, may, flag } = useMerchant()
  const [asking, setAsking] = useState(false)
  const { returned } = settlement
  if (returned === null) return null
  const account = accountText(returned.ibanLast4)
  const mayAct = may(returned.next === 'account' ? 'merchantIbanCreate' : 'settlementPayAgain')
  return (
    <div className="pt-5">
      <Banner
        tone="error"
        title={t('settlements.returned.title')}
        action={
          mayAct &&
          {
            again: (
              <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
                {t('settlements.returned.verb.again')}
              </Button>
            ),
            account: (
              <Button size="small" variant="outlined" href={paths.invoicesIban(merchantId, flag)}>
                {t('settlements.returned.verb.account')}
              </Button>
            ),
            provider: null,
          }[returned.next]
        }
      >
        {t(`settlements.returned.why.${returned.why}`)} {t(`settlements.returned.next.${returned.next}`, { account })}{' '}
        {!mayAct && returned.next !== 'provider' && t('settlements.returned.next.owner')}
      </Banner>
      {asking && <PayAgainDialog settlement={settlement} account={account} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Asks for confirmation and shows the account. */
function PayAgainDialog({ settlement, account, onClose }: { settlement: Settlement; account: string; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { phase, inFlight, send, check } = useIdempotentRequest({
    name: `pay-again:${settlement.id}`,
    endpoint: settlementPayAgain,
    params: { merchantId, settlementId: settlement.id },
    onDone: async () => {
      await client.invalidateQueries({ queryKey: ['settlementDetail'] })
      for (const list of ['settlementList', 'settlementBalance', 'inboxList']) void client.invalidateQueries({ queryKey: [list] })
      showToast(t('settlements.returned.done', { account }), { key: 'pay-again' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('settlements.returned.ask', { amount: money(settlement.netAmount) })}
      verb={t('settlements.returned.verb.again')}
      busy={inFlight}
      busyLabel={t(phase.name === 'checking' ? 'shell.checking' : 'shell.sending')}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <p className="text-md">{t('settlements.returned.askDetail', { account })}</p>
      <RequestOutcome phase={phase} onCheck={check} money />
    </ConfirmDialog>
  )
}
