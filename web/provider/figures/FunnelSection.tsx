import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleFigureFunnel } from '#contract/provider/figures'
import { joinTexts } from '#domain/platform/direction'
import { soldOfTen } from '#domain/sales/insights/findings'
import { money, percent } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { t } from '../../platform/i18n/t.ts'
import { BarRows } from '../../platform/ui/charts/BarRows.tsx'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { SliceRows } from '../../platform/ui/charts/SliceRows.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

type Funnel = AnswerOf<typeof consoleFigureFunnel>['funnels'][number]

/** From request to sale, and how requests end without one. */
export function FunnelSection({ from, to }: { from: string; to: string }) {
  const read = useQuery(consoleQuery(consoleFigureFunnel, { query: { from, to } }))
  return (
    <ReadState read={read}>
      {({ funnels }) => {
        const [all, ...channels] = funnels
        return all ? <Steps funnel={all} channels={channels} /> : null
      }}
    </ReadState>
  )
}

const countIn = ({ steps }: Funnel, step: string) => steps.find((one) => one.step === step)?.count ?? 0

function Steps({ funnel, channels }: { funnel: Funnel; channels: readonly Funnel[] }) {
  const [started, sold] = [countIn(funnel, 'created'), countIn(funnel, 'sold')]
  const tenths = soldOfTen(started, sold)
  const title = tenths === null ? t('insights.funnel.title') : t('insights.funnel.tenths', { count: tenths })
  const words = channels.flatMap((one) => {
    const of = countIn(one, 'created')
    if (one.channel === null || of === 0) return []
    const share = percent(Math.round((countIn(one, 'sold') * 100) / of) * 100)
    return [t('insights.channel', { channel: t(`operations.channelLong.${one.channel}`), share })]
  })
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
      <ChartFrame
        level={3}
        title={title}
        subtitle={t('insights.funnel.subtitle', { started, sold })}
        data={{
          pointName: t('insights.step'),
          columns: [
            { name: t('charts.count'), unit: 'count' },
            { name: t('charts.amount'), unit: 'money' },
          ],
          points: funnel.steps.map(({ step, count, amount }) => {
            const name = t(`insights.step.${step}`)
            return { key: step, label: name, name, values: [count, amount] }
          }),
        }}
      >
        <BarRows
          label={title}
          ordered
          rows={funnel.steps.map(({ step, count, amount }) => ({
            key: step,
            name: t(`insights.step.${step}`),
            size: count,
            main: groupThousands(count),
            side: money(amount),
          }))}
        />
        {words.length > 1 && <p className="pt-2 text-md text-ink-3">{joinTexts(words)}</p>}
      </ChartFrame>
      <SliceRows
        title={t('figures.ends')}
        subtitle={t('figures.ends.subtitle')}
        pointName={t('figures.ends')}
        slices={funnel.ends
          .map(({ end, count, amount }) => ({ value: end, count, amount }))
          .toSorted((one, other) => other.count - one.count)}
        nameOf={(value) => t(`insights.end.${value as Funnel['ends'][number]['end']}`)}
      />
    </div>
  )
}
