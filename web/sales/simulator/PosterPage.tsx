import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useMemo, useState } from 'react'
import { merchantDetail } from '#contract/merchants/merchants'
import { fitsLimits } from '#domain/sales/plans/offer'
import { cents } from '#domain/platform/money'
import { query } from '../../platform/api/query.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import { PrintSheet } from '../../platform/lists/PrintSheet.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { Poster } from './Poster.tsx'
import { notePosterPrinted } from './posterPrinted.ts'
import { posterTarget } from './posterTarget.ts'
import { simulatePlans } from './simulatePlans.ts'
import { useTerms } from './useTerms.ts'

/** The amount of the example, in cents, where the offer's limits allow it. */
const usualExample = 30_000

const shopRead = (merchantId: string) => query(merchantDetail, { params: { merchantId } })

function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(shopRead(params['merchantId'] ?? ''))
}

/** The shop's offers, and the longest plan with interest as the example, else the first plan. */
function usePosterFacts() {
  const { offers, error, fetching, retry } = useTerms()
  const example = useMemo(() => {
    const offer = offers?.find(({ product }) => product === 'instalments') ?? offers?.[0]
    if (!offers || !offer) return null
    const amount = fitsLimits(offer, cents(usualExample)) ? usualExample : offer.minCents
    const plans = simulatePlans([offer], amount, { now: serverNow(), buyerOnly: true }).plans
    const plan = plans.at(-1)
    return plan ? { plan, amount } : null
  }, [offers])
  return { offers, example, error, fetching, retry }
}

/** A poster for the shop's window, with a code that leads to its website: seen here, printed on A4. */
function PosterScreen() {
  const { merchantId, shopName, flag } = useMerchant()
  const { data: shop } = useQuery(shopRead(merchantId))
  const { offers, example, error, fetching, retry } = usePosterFacts()
  const [typed, setTyped] = useState<string | null>(null)
  const address = typed ?? shop?.url ?? ''
  const target = posterTarget(address)
  const poster = offers && <Poster shopName={shopName} offers={offers} example={example} target={target ?? null} />
  const print = () => {
    if (target === undefined) return
    notePosterPrinted(merchantId, serverNow())
    window.print()
  }
  return (
    <section aria-labelledby="poster-title">
      <BackLink href={paths.operations(merchantId, flag)}>{t('simulator.poster.back')}</BackLink>
      <h1 id="poster-title" className="pt-4 font-display text-title-lg leading-tight font-title tracking-tight">
        {t('simulator.poster.title')}
      </h1>
      <p className="max-w-[68ch] pt-1.5 pb-5 text-md text-ink-2">{t('simulator.poster.about')}</p>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,22.5rem)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Field
            label={t('simulator.poster.address')}
            help={t('simulator.poster.addressHelp')}
            error={target === undefined && t('simulator.poster.addressWrong')}
          >
            <TextInput
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              value={address}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          {poster && (
            <div>
              <Button variant="filled" icon={<Printer aria-hidden />} onClick={print}>
                {t('simulator.poster.print')}
              </Button>
            </div>
          )}
        </div>
        {error !== null && !offers && (
          <FailureCard title={t('simulator.poster.failed')} error={error} onRetry={retry} retrying={fetching} />
        )}
        {poster ? (
          <div className="max-w-[520px] rounded-3 border border-line-strong">
            <div className="overflow-hidden rounded-3">{poster}</div>
          </div>
        ) : (
          error === null && <Skeleton width={320} />
        )}
      </div>
      {poster && target !== undefined && <PrintSheet>{poster}</PrintSheet>}
    </section>
  )
}

export const PosterPage: Screen = { component: PosterScreen, loader }
