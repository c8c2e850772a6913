import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleFigureDecisions } from '#contract/provider/figures'
import type { LocalDate } from '#domain/platform/dates'
import { percent } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../platform/ui/charts/ChartLegend.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { periodPoints } from '../../platform/ui/charts/periodPoints.ts'
import { SliceRows } from '../../platform/ui/charts/SliceRows.tsx'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

type Decisions = AnswerOf<typeof consoleFigureDecisions>

/** A rule and what it decided, as one value: engines of providers have rules of their own. */
const valueOf = ({ rule, outcome }: Decisions['rules'][number]) => `${outcome} ${rule}`

function nameOf(value: string): string {
  const [outcome = '', rule = ''] = [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)]
  const word = t(`decisions.verdict.${outcome as Decisions['rules'][number]['outcome']}`)
  const key = `decisions.rule.${rule}`
  const text = tOr(key, 'figures.decisions.ownRule', { rule })
  return rule === '' ? word : t('figures.decisions.rule', { rule: text, outcome: word })
}

/** Decisions by day, and by rule and outcome. */
export function DecisionsSection({ from, to, today }: { from: string; to: string; today: LocalDate }) {
  const read = useQuery(consoleQuery(consoleFigureDecisions, { query: { from, to } }))
  return <ReadState read={read}>{(decisions) => <Decided decisions={decisions} today={today} />}</ReadState>
}

function Decided({ decisions: { rules, acceptance, days }, today }: { decisions: Decisions; today: LocalDate }) {
  const { length, points } = periodPoints(days, today, (period) => ({
    values: (['accepted', 'refused', 'more'] as const).map((of) => sumOf(period.days, (day) => day[of])),
  }))
  const names = (['accepted', 'refused', 'more'] as const).map((of) => t(`figures.decisions.${of}`))
  const data: ChartData = { pointName: t(`charts.period.${length}`), columns: names.map((name) => ({ name, unit: 'count' })), points }
  const title =
    acceptance === null
      ? rules.length === 0
        ? t('figures.decisions.none')
        : t('figures.decisions.plain', { count: sumOf(rules, ({ count }) => count) })
      : t('figures.decisions.title', { share: percent(Math.round(acceptance / 10) * 10) })
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
      <ChartFrame
        level={3}
        title={title}
        subtitle={t('figures.decisions.subtitle')}
        data={data}
        legend={<ChartLegend marks={(['solid', 'hatched', 'outlined'] as const).map((mark, nth) => ({ mark, name: names[nth] ?? '' }))} />}
      >
        <TimeChart data={data} label={title} shape="stacked" stacked={3} rhythm={length === 'day' ? 7 : 1} />
      </ChartFrame>
      <SliceRows
        title={t('figures.decisions.byRule')}
        subtitle={t('figures.decisions.byRuleSubtitle')}
        pointName={t('figures.decisions.byRule')}
        slices={rules.map((one) => ({ value: valueOf(one), count: one.count, amount: one.amount }))}
        nameOf={nameOf}
      />
    </div>
  )
}
