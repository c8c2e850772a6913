import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Iban } from '#contract/merchants/ibans'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { AccountChange } from './AccountChange.tsx'
import { ChangeIbanModal } from './ChangeIbanModal.tsx'
import { sorted } from './changeStep.ts'
import { ChangeTimeline } from './ChangeTimeline.tsx'
import { EarlierAccounts } from './EarlierAccounts.tsx'
import { ibansRead } from './ibanReads.ts'
import { LastOutcome } from './LastOutcome.tsx'
import { PresentAccount } from './PresentAccount.tsx'
import { StopChangeModal } from './StopChangeModal.tsx'
import { useIbanChange } from './useIbanChange.ts'

/** Starts the read before the page is rendered; sandbox mode has no account. */
function loader({ params, mode, queryClient }: LoaderContext): void {
  if (mode === 'live') void queryClient.prefetchQuery(ibansRead(params['merchantId'] ?? ''))
}

/** The merchant’s payout account, its pending change step by step, and the former accounts. */
function Account() {
  const { merchantId, sandbox, flag } = useMerchant()
  return (
    <section aria-labelledby="iban-title">
      <BackLink href={paths.invoices(merchantId, flag)}>{t('bankAccounts.back')}</BackLink>
      {sandbox ? (
        <>
          <Title />
          <EmptyState title={t('bankAccounts.sandbox.title')}>{t('bankAccounts.sandbox.detail')}</EmptyState>
        </>
      ) : (
        <Accounts />
      )}
    </section>
  )
}

function Title({ action }: { action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-4 pb-1.5">
      <h1 id="iban-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
        {t('bankAccounts.title')}
      </h1>
      {action && <span className="ml-auto max-md:ml-0 max-md:w-full max-md:*:w-full">{action}</span>}
    </div>
  )
}

function Accounts() {
  const { merchantId } = useMerchant()
  const read = useQuery(ibansRead(merchantId))
  const { data } = read
  if (data) return <Known ibans={data} />
  return (
    <>
      <Title />
      <div className="pt-5">
        <ReadState read={read} failed={t('bankAccounts.failed.list')} loading={t('bankAccounts.loading')}>
          <Skeleton width={260} className="h-9" />
          <Skeleton width={320} />
        </ReadState>
      </div>
    </>
  )
}

function Known({ ibans }: { ibans: readonly Iban[] }) {
  const { merchantId, may, flag } = useMerchant()
  const { search } = useAddress()
  const { present, change, earlier } = sorted(ibans)
  const verbs = useIbanChange()
  const mayChange = may('merchantIbanCreate')
  const hrefOf = (dialog?: 'change' | 'stop') => paths.invoicesIban(merchantId, { ...(dialog && { dialog }), ...flag })
  const close = () => go(hrefOf(), { replace: true, keepScroll: true })
  const requested = (iban: Iban) => {
    close()
    void verbs.readAgain().then(() => verbs.run('confirm', iban.id))
  }
  const ask = (
    <Button variant="filled" href={hrefOf('change')}>
      {t(present === null ? 'bankAccounts.add' : 'bankAccounts.change')}
    </Button>
  )
  return (
    <>
      <Title action={mayChange && change === null && ask} />
      <p className="max-w-[68ch] pb-5 text-md text-ink-2">{t(mayChange ? 'bankAccounts.about' : 'bankAccounts.aboutReader')}</p>
      {change === null && <LastOutcome last={ibans[0]} />}
      {change !== null && <AccountChange change={change} present={present} verbs={verbs} stopHref={hrefOf('stop')} />}
      <div className={`grid gap-x-12 gap-y-8 border-t border-line pt-6 pb-9 ${change === null ? '' : 'lg:grid-cols-2'}`}>
        {change !== null && <ChangeTimeline change={change} />}
        <PresentAccount present={present} />
      </div>
      {earlier.length > 0 && <EarlierAccounts ibans={earlier} />}
      {search['dialog'] === 'change' && (
        <AddressDialog isAllowed={mayChange && change === null} onClose={close}>
          <ChangeIbanModal onClose={close} onRequested={requested} />
        </AddressDialog>
      )}
      {search['dialog'] === 'stop' && (
        <AddressDialog isAllowed={mayChange && change !== null} onClose={close}>
          {change !== null && <StopChangeModal change={change} verbs={verbs} onClose={close} />}
        </AddressDialog>
      )}
    </>
  )
}

export const IbanPage: Screen = { component: Account, loader }
