import { useQuery } from '@tanstack/react-query'
import type { campaignOverlaps } from '#contract/sales/campaignInsights'
import type { Campaign } from '#contract/sales/campaigns'
import { daysBetween, localDate } from '#domain/platform/dates'
import type { AnswerOf } from '#contract/platform/endpoint'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { firstDay, isStored, lastDay } from './campaignDraft.ts'
import { overlapsRead } from './campaignReads.ts'
import { listed } from './campaignText.ts'

type Overlap = AnswerOf<typeof campaignOverlaps>['results'][number]

/** Other campaigns that cover the same orders, and which one applies; null when there are none. */
export function OverlapList({ campaign }: { campaign: Campaign }) {
  const { merchantId, flag } = useMerchant()
  const { data } = useQuery({ ...overlapsRead(merchantId, campaign.id), enabled: isStored(campaign) })
  if (!data || data.results.length === 0) return null
  return (
    <FormSection title={t('campaigns.overlaps', { count: data.results.length })}>
      <PeriodBars campaign={campaign} overlaps={data.results} />
      <ul className="grid gap-3 text-md">
        {data.results.map((one) => (
          <li key={one.id} className="border-t border-line pt-3">
            <Anchor href={paths.campaign(merchantId, one.id, flag)} className={linkClass}>
              {one.name}
            </Anchor>
            <p className="text-ink-2">{whenText(one)}</p>
            <p className="text-ink-2">{precedenceText(one)}</p>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

/** This campaign and the others as bars on one line of time; an open end reaches its edge. The list says the same in words. */
function PeriodBars({ campaign, overlaps }: { campaign: Campaign; overlaps: readonly Overlap[] }) {
  const start = firstDay(campaign.startDate)
  if (start === null) return null
  const own = { name: t('campaigns.overlaps.this'), from: start, to: lastDay(campaign.endDate), isOwn: true }
  const bars = [own, ...overlaps.map(({ name, from, to }) => ({ name, from: localDate(from), to: to && localDate(to), isOwn: false }))]
  const days = bars.flatMap(({ from, to }) => (to ? [from, to] : [from])).toSorted()
  const first = days[0] ?? start
  const length = daysBetween(first, days.at(-1) ?? start) + 1
  const open = bars.some(({ to }) => to === null) ? Math.max(7, Math.round(length / 8)) : 0
  const share = (count: number) => `${(count * 100) / (length + open)}%`
  return (
    <ul aria-hidden className="grid grid-cols-1 gap-2 text-sm">
      {bars.map(({ name, from, to, isOwn }, nth) => (
        <li key={nth}>
          <span className={`block truncate ${isOwn ? 'font-medium text-accent-ink' : 'text-ink-2'}`}>{name}</span>
          <span className="block h-2 rounded-full bg-sunken">
            <span
              className={`block h-full rounded-full ${isOwn ? 'bg-accent' : 'bg-ink-3'}`}
              style={{
                marginLeft: share(daysBetween(first, from)),
                width: share(to ? daysBetween(from, to) + 1 : length + open - daysBetween(first, from)),
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function whenText({ from, to, articles }: Overlap): string {
  const when = to === null ? t('campaigns.fromDay', { day: date(from) }) : t('campaigns.range', { from: date(from), to: date(to) })
  return articles === null ? when : t('campaigns.overlaps.articles', { when, articles: t('campaigns.articles', { count: articles }) })
}

/** Which campaign applies to an order, and why. */
function precedenceText({ wins, loses, why }: Overlap): string {
  const won = wins.length > 0
  return t(`campaigns.overlaps.${won ? 'wins' : 'loses'}.${why}`, { numbers: listed((won ? wins : loses).map(String)) })
}
