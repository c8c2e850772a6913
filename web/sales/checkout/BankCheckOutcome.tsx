import { useEffect, useRef } from 'react'
import type { BankConsentView } from '#contract/sales/bankConsent'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { useTitle } from './BankCheckForm.tsx'

/** Title and detail of the outcome; `why` is the bank's error in words. */
function wordsOf({ status, error, shop }: BankConsentView): { title: string; detail: string; why: string | null } {
  const name = status === 'failed' && error === null ? 'refused' : status
  return {
    title: t(`consumerScreens.bankCheck.${name}`),
    detail: t(`consumerScreens.bankCheck.${name}Detail`, { shop: shop.name }),
    why: error === null ? null : t(`consumerScreens.bank.error.${error}`),
  }
}

/** The outcome of the bank check, with a retry where attempts are left. */
export function BankCheckOutcome({ view, onAgain }: { view: BankConsentView; onAgain: () => void }) {
  const { title, detail, why } = wordsOf(view)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title, view)
  useEffect(() => heading.current?.focus(), [])
  const open = (view.status === 'failed' || view.status === 'pending') && view.triesLeft > 0
  return (
    <div className="flex flex-1 flex-col">
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-display text-title-lg font-title tracking-tight outline-none">
        {title}
      </h1>
      {why !== null && <p className="mt-3 font-strong">{why}</p>}
      <p className="mt-3 text-ink-2">{detail}</p>
      {open && (
        <div className="mt-auto grid gap-2 pt-7">
          <Button variant="filled" size="large" wide onClick={onAgain}>
            {t('consumerScreens.bankCheck.again')}
          </Button>
          <p className="text-sm text-ink-3">{t('consumerScreens.validUntil', { when: nearTime(view.expiresAt) })}</p>
        </div>
      )}
    </div>
  )
}
