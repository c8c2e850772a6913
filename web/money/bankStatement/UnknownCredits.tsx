import { isolated } from '#domain/platform/direction'
import type { Combination } from '#domain/money/bankStatement/bankCombinations'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import type { ExplainedCredit } from './bankResult.ts'
import type { PaidSettlement } from './expectedPayments.ts'

/** Credits that match no single settlement, each with combinations of settlements that add up to it. */
export function UnknownCredits({ credits }: { credits: readonly ExplainedCredit[] }) {
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="bank-unknown" className="pt-7">
      <h2 id="bank-unknown" className="text-title-sm leading-snug font-strong">
        {t('settlements.bank.what')}
      </h2>
      <p className="pt-1 pb-2 text-md text-ink-3">{t('settlements.bank.whatAbout')}</p>
      <ul aria-labelledby="bank-unknown" className="divide-y divide-line">
        {credits.map(({ credit, guesses }, nth) => (
          <li key={nth} className="grid gap-x-5 gap-y-1 py-3 text-md md:grid-cols-2">
            <span className="wrap-anywhere">
              <b className="font-strong">{money(credit.amountCents)}</b>
              <span className="block text-sm text-ink-3">
                {date(credit.on)} · {isolated(credit.text)}
              </span>
            </span>
            <ul className="grid content-start gap-1">
              {guesses.map((guess) => (
                <li key={guess.payments.map(({ id }) => id).join()}>
                  <Guess guess={guess} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Guess({ guess: { payments, differenceCents } }: { guess: Combination<PaidSettlement> }) {
  const { merchantId, flag } = useMerchant()
  return (
    <>
      {payments.map((payment, nth) => (
        <span key={payment.id}>
          {nth > 0 && ' + '}
          <Anchor href={paths.settlement(merchantId, payment.id, flag)} className={linkClass}>
            {payment.reference}
          </Anchor>{' '}
          <span className="text-ink-2">{money(payment.amountCents)}</span>
        </span>
      ))}
      <span className="block text-sm text-ink-3">
        {differenceCents === 0
          ? t('settlements.bank.exact')
          : t(differenceCents > 0 ? 'settlements.bank.over' : 'settlements.bank.under', { amount: money(Math.abs(differenceCents)) })}
      </span>
    </>
  )
}
