import './poster.css'
import type { ProductOffer } from '#domain/sales/plans/offer'
import { settings } from '../../platform/api/settings.ts'
import { money, percent } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { t } from '../../platform/i18n/t.ts'
import { AwningStall } from '../../platform/ui/feedback/AwningStall.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'
import { QrCode } from '../../platform/ui/figures/QrCode.tsx'
import { paymentText, planText, type SimulatedPlan, todayCents } from './planText.ts'

/** An amount as shops write it on paper: without decimals where they are zero. */
const price = (amount: number): string => (amount % 100 === 0 ? `${groupThousands(amount / 100)}\u00A0€` : money(amount))

/** What the shop offers of one product, in a line. */
function offerText({ product, minCents, maxCents, instalmentsAllowed, tin }: ProductOffer): string {
  const limits = { min: price(minCents), max: price(maxCents) }
  const [first = 0, last = first] = [instalmentsAllowed[0], instalmentsAllowed.at(-1)]
  if (product === 'pay_later') return t('simulator.poster.pay_later', limits)
  if (product === 'pay_in_4') return t(tin === 0 ? 'simulator.poster.pay_in_4' : 'simulator.poster.pay_in_4Interest', limits)
  return t('simulator.poster.instalments', { ...limits, first, last })
}

/** The representative example that advertising with figures of credit must show (Ley 16/2011, art. 9). */
const exampleText = (plan: SimulatedPlan, amount: number): string =>
  t('simulator.representative', {
    amount: money(amount),
    plan: planText(plan),
    payment: paymentText(plan),
    tin: percent(plan.tin),
    tae: percent(plan.tae),
    today: money(todayCents(plan)),
    interest: money(plan.totalInterest),
    total: money(plan.totalPrice),
  })

type Brand = ReturnType<typeof settings>['brand']
/** Paper is white, whatever the theme of the page. */
const onPaper = ({ name, look }: Brand): Pick<Brand, 'name' | 'look'> => ({
  name,
  look: { ...look, logo: look.logo && { ...look.logo, darkSrc: null } },
})

type PosterProps = {
  shopName: string
  offers: readonly ProductOffer[]
  example: { plan: SimulatedPlan; amount: number } | null
  /** Where the code leads; null: without a code. */
  target: string | null
}

/** An A4 poster for the shop's window; its sizes follow its width, so that the preview is what is printed. */
export function Poster({ shopName, offers, example, target }: PosterProps) {
  const { legalName } = settings().brand
  return (
    <div className="poster">
      <div className="poster-page">
        <div className="poster-head">
          <AwningStall />
          <p className="poster-shop">{shopName}</p>
          <p className="poster-title">{t('simulator.poster.headline')}</p>
        </div>
        <ul className="poster-offers">
          {offers.map((offer) => (
            <li key={offer.product}>{offerText(offer)}</li>
          ))}
        </ul>
        {target === null ? (
          <p className="poster-ask">{t('simulator.poster.ask')}</p>
        ) : (
          <div className="poster-code">
            <QrCode text={target} label={t('simulator.poster.code', { address: target })} />
            <p>
              <b>{t('simulator.poster.scan')}</b>
              <span>{target.replace(/^https?:\/\//, '').replace(/\/$/, '')}</span>
            </p>
          </div>
        )}
        <div className="poster-foot">
          <p>
            {example && `${exampleText(example.plan, example.amount)} `}
            {t('simulator.poster.legal', { lender: legalName })}
          </p>
          <BrandMark brand={onPaper(settings().brand)} />
        </div>
      </div>
    </div>
  )
}
