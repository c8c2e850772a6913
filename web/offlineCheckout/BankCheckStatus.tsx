import { useQuery } from '@tanstack/react-query'
import { bankCheck } from '#contract/offlineCheckout'
import { isNie, isNif } from '#domain/identifiers'
import { call } from '../api/call.ts'
import { nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { useDebounced } from '../operation/useDebounced.ts'
import { useShop } from '../operation/useShop.ts'
import { Banner } from '../ui/Banner.tsx'
import { compactDocument } from './requestOf.ts'

/** From this amount on, in cents, the customer's bank may have to confirm what they can afford (domain model, §3.12). */
const bankFromCents = 100_000

/** Whether the customer's bank will be asked: its status alone, never accounts or balances (specification §7 `afterbanks`). */
export function BankCheckStatus({ amount, documentId }: { amount: number | null; documentId: string }) {
  const { may, mode, merchantId } = useShop()
  const asked = useDebounced(`${amount ?? 0} ${compactDocument(documentId)}`, 700)
  const [cents = '0', document = ''] = asked.split(' ')
  const due = Number(cents) >= bankFromCents && (isNif(document) || isNie(document)) && may('bankCheck')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['bankCheck', mode, merchantId, cents, document],
    queryFn: ({ signal }) => call(bankCheck, { body: { amount: Number(cents), documentId: document }, signal, quiet: true }),
    enabled: due,
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
  if (!due) return null
  if (isError) {
    return (
      <Banner tone="warning" live>
        {t('offlineCheckout.bank.unknown')}{' '}
        <button type="button" className="text-link font-medium text-accent-ink" onClick={() => void refetch()}>
          {t('offlineCheckout.bank.again')}
        </button>
      </Banner>
    )
  }
  if (!data) return <p className="text-md text-ink-3">{isFetching ? t('offlineCheckout.bank.asking') : ''}</p>
  const { status, expiresAt } = data
  const until = status === 'pending' && expiresAt !== null ? ` ${t('offlineCheckout.bank.until', { when: nearTime(expiresAt) })}` : ''
  return (
    <Banner tone={status === 'expired' || status === 'failed' ? 'warning' : 'info'} live title={t('offlineCheckout.bank.title')}>
      {t(`offlineCheckout.bank.${status}`)}
      {until}
    </Banner>
  )
}
