import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightFunnel } from '#contract/sales/insights'
import { joinTexts } from '#domain/platform/direction'
import { soldOfTen } from '#domain/sales/insights/findings'
import { money, percent } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { BarRows, type BarRow } from '../../platform/ui/charts/BarRows.tsx'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { operationsHref } from './insightLinks.ts'
import { funnelRead } from './insightReads.ts'
import type { InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'

type Funnels = AnswerOf<typeof insightFunnel>
type Funnel = Funnels['funnels'][number]
type End = Funnel['ends'][number]

/** Below which step each end stands. */
const endsOf: Partial<Record<Funnel['steps'][number]['step'], readonly End['end'][]>> = {
  created: ['link_expired', 'dismissed'],
  accepted: ['refused', 'duplicated'],
  sold: ['unconfirmed', 'uncaptured', 'stopped'],
}
/** The ends that a shop can do something about. */
const avoidable: ReadonlySet<End['end']> = new Set(['link_expired', 'unconfirmed', 'uncaptured'])

/** From request to sale: the steps, what was lost between them, and what the shop can do about it. */
export function FunnelSection({ query }: { query: InsightsQuery }) {
  const { merchantId } = useMerchant()
  const read = useQuery({ ...funnelRead(merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.funnel')} room={380}>
      {(funnels) => <Steps funnels={funnels} query={query} />}
    </Section>
  )
}

function Steps({ funnels, query }: { funnels: Funnels; query: InsightsQuery }) {
  const shop = useMerchant()
  const funnel = funnels.funnels.find(({ channel }) => channel === query.channel) ?? funnels.funnels[0]
  if (!funnel) return null
  const countOf = (step: string) => funnel.steps.find((one) => one.step === step)?.count ?? 0
  const [started, sold] = [countOf('created'), countOf('sold')]
  const rows: BarRow[] = funnel.steps.map(({ step, count, list }, nth) => {
    const above = funnel.steps[nth - 1]?.count
    const ends = (endsOf[step] ?? []).flatMap((of) => funnel.ends.filter(({ end, count: many }) => end === of && many > 0))
    return {
      key: step,
      name: t(`insights.step.${step}`),
      size: count,
      main: groupThousands(count),
      side: above === undefined || above === 0 || above < count ? undefined : percent(Math.round((count * 100) / above) * 100),
      href: operationsHref(shop, list),
      below: ends.length === 0 ? undefined : ends.map((end) => <Loss key={end.end} end={end} href={operationsHref(shop, end.list)} />),
    }
  })
  const data: ChartData = {
    pointName: t('insights.step'),
    columns: [
      { name: t('charts.count'), unit: 'count' },
      { name: t('charts.amount'), unit: 'money' },
    ],
    points: [
      ...funnel.steps.map(({ step, count, amount, list }) => ({
        key: step,
        name: t(`insights.step.${step}`),
        values: [count, amount],
        href: operationsHref(shop, list),
      })),
      ...funnel.ends.map(({ end, count, amount, list }) => ({
        key: end,
        name: t(`insights.end.${end}`),
        values: [count, amount],
        href: operationsHref(shop, list),
      })),
    ].map((point) => ({ ...point, label: point.name })),
  }
  const tenths = soldOfTen(started, sold)
  const title = tenths === null ? t('insights.funnel.title') : t('insights.funnel.tenths', { count: tenths })
  return (
    <ChartFrame title={title} subtitle={t('insights.funnel.subtitle', { started, sold })} data={data}>
      <BarRows rows={rows} label={title} ordered />
      <Open open={funnels.open} />
      {query.channel === null && <Channels funnels={funnels.funnels} />}
    </ChartFrame>
  )
}

/** What was lost and how much; with what the shop can do, if it can. */
function Loss({ end: { end, count, amount }, href }: { end: End; href: string }) {
  const text = t(`insights.loss.${end}`, { count, amount: money(amount) })
  return (
    <p>
      <Anchor href={href} className={avoidable.has(end) ? linkClass : 'underline-offset-3 hover:underline'}>
        {text}
      </Anchor>
      {avoidable.has(end) && (
        <span className="max-md:block max-md:pb-2"> {t(`insights.advice.${end as 'link_expired' | 'unconfirmed' | 'uncaptured'}`)}</span>
      )}
    </p>
  )
}

/** What waits now for the customer and for the shop. */
function Open({ open }: { open: Funnels['open'] }) {
  const { merchantId, flag } = useMerchant()
  const waiting = [
    ['pending_customer', open.pendingCustomer],
    ['pending_merchant', open.pendingMerchant],
  ] as const
  const some = waiting.filter(([, { count }]) => count > 0)
  if (some.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 pt-3 text-md text-ink-2 max-md:*:inline-flex max-md:*:min-h-11 max-md:*:items-center">
      {some.map(([substatus, { count, amount }]): ReactNode => (
        <Anchor key={substatus} href={paths.operations(merchantId, { substatus, ...flag })} className={linkClass}>
          {t(`insights.open.${substatus}`, { count, amount: money(amount) })}
        </Anchor>
      ))}
    </p>
  )
}

/** The share of requests that end in a sale, by channel. */
function Channels({ funnels }: { funnels: readonly Funnel[] }) {
  const rows = funnels.flatMap(({ channel, steps }) => {
    const of = (step: string) => steps.find((one) => one.step === step)?.count ?? 0
    const [started, sold] = [of('created'), of('sold')]
    return channel === null || started === 0
      ? []
      : [
          t('insights.channel', {
            channel: t(`operations.channelLong.${channel}`),
            share: percent(Math.round((sold * 100) / started) * 100),
          }),
        ]
  })
  return rows.length < 2 ? null : <p className="pt-2 text-md text-ink-3">{joinTexts(rows)}</p>
}
