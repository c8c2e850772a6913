import { useEffect } from 'react'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { BankCheckForm } from './BankCheckForm.tsx'
import { BankCheckOutcome } from './BankCheckOutcome.tsx'
import { checkoutIdHere, type CheckoutLink } from './checkoutLink.ts'
import { DeadLink } from './DeadLink.tsx'
import { LoadingSale } from './LoadingSale.tsx'
import { PageFrame } from './PageFrame.tsx'
import { SandboxNote } from './SandboxNote.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { type BankCheck, useBankCheck } from './useBankCheck.ts'

/** The page of a bank check that a merchant requests before a sale; opened by its link, without a session. */
export function BankCheckApp({ link }: { link: CheckoutLink | null }) {
  if (link === null) return <DeadLink why={checkoutIdHere() === null ? 'bankUnknown' : 'bankReopen'} />
  return <OpenCheck link={link} />
}

function OpenCheck({ link }: { link: CheckoutLink }) {
  const check = useBankCheck(link)
  const { view, lastFailure, load } = check
  useEffect(() => {
    if (view) document.documentElement.dataset['mode'] = view.sandbox ? 'sandbox' : 'live'
  }, [view])
  if (isApiFailure(lastFailure) && (lastFailure.status === 404 || lastFailure.status === 401)) return <DeadLink why="bankUnknown" />
  if (view === null) {
    return lastFailure === null ? (
      <LoadingSale />
    ) : (
      <PageFrame>
        <h1 className="mt-4 mb-4 font-display text-title-lg font-title tracking-tight">{t('consumerScreens.bankCheck.closed')}</h1>
        <FailureBanner failure={lastFailure} onRetry={load} />
      </PageFrame>
    )
  }
  return <LoadedCheck check={check} view={view} />
}

function LoadedCheck({ check, view }: { check: BankCheck; view: NonNullable<BankCheck['view']> }) {
  const { status, triesLeft, sandbox } = view
  if (status === 'expired' && !check.answered) return <DeadLink why="bankExpired" />
  if (status !== 'confirmed' && triesLeft === 0 && !check.answered) return <DeadLink why="bankSpent" />
  const over = status === 'confirmed' || status === 'expired' || check.answered
  return (
    <PageFrame sandbox={sandbox}>
      {sandbox && <SandboxNote />}
      {over ? <BankCheckOutcome view={view} onAgain={check.restart} /> : <BankCheckForm check={check} view={view} />}
    </PageFrame>
  )
}
