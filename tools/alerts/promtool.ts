import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The page of metrics of a product, or null where it did not answer. */
export type Scrape = string | null
/** What a Prometheus sees of a product: when it is well, when the condition begins, and a minute later; from then on counters rise as in that minute. */
export type Seen = { well: Scrape; begun: Scrape; later: Scrape }

const rulesFile = join(import.meta.dirname, '../../deploy/prometheus-alerts.yml')
export const alertNames = (): string[] => [...readFileSync(rulesFile, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')

/** Why alerts cannot be tried; null: they can. */
export const lacksPromtool = (): string | null =>
  spawnSync('promtool', ['--version']).status === 0 ? null : 'promtool is not installed (Debian: apt-get install prometheus)'

/** Longer than any alert waits, so that one which fires in a product that is well is found. */
const wellMinutes = 20
const badMinutes = 20

type Samples = ReadonlyMap<string, number>

const samplesOf = (scrape: Scrape): Samples =>
  new Map(
    [...(scrape ?? '').matchAll(/^([a-z_]\w*)(?:\{(.*)\})? (-?[\d.e+]+)$/gim)].map(([, name, labels = '', value]) => [
      `${name}{${[labels, 'job="trastienda"', 'instance="one"'].filter(Boolean).join(',')}}`,
      Number(value),
    ]),
  )

/** Only what rules are about: a test of all series of the process would take long. */
const isNeeded = (series: string, rules: string) => rules.includes(series.slice(0, series.indexOf('{')))

/** The values of one series by minute, in promtool's notation. */
function valuesOf(series: string, isCounter: boolean, [well, begun, later]: readonly [Samples, Samples, Samples]): string {
  const [first, second, third] = [well.get(series), begun.get(series), later.get(series)]
  const before = first === undefined ? `_x${wellMinutes}` : `${first}x${wellMinutes}`
  const rise = isCounter && third !== undefined ? third - (second ?? 0) : 0
  return [
    before,
    second ?? 'stale',
    third === undefined ? '_' : rise === 0 ? `${third}x${badMinutes}` : `${third}+${rise}x${badMinutes}`,
  ].join(' ')
}

const counters = (scrape: Scrape) =>
  new Set([...(scrape ?? '').matchAll(/^# TYPE (\w+) (?:counter|histogram)$/gm)].map(([, name]) => name ?? ''))

function inputOf(seen: Seen): { series: string; values: string }[] {
  const rules = readFileSync(rulesFile, 'utf8')
  const samples = [samplesOf(seen.well), samplesOf(seen.begun), samplesOf(seen.later)] as const
  const rising = counters(seen.well ?? seen.later)
  const isCounter = (series: string) => rising.has(series.slice(0, series.indexOf('{')).replace(/_(?:count|sum|bucket)$/, ''))
  const up = (scrape: Scrape) => (scrape === null ? 0 : 1)
  return [
    {
      series: 'up{job="trastienda",instance="one"}',
      values: `${up(seen.well)}x${wellMinutes} ${up(seen.begun)} ${up(seen.later)}x${badMinutes}`,
    },
    ...[...new Set(samples.flatMap((one) => [...one.keys()]))]
      .filter((series) => isNeeded(series, rules))
      .map((series) => ({ series, values: valuesOf(series, isCounter(series), samples) })),
  ]
}

/** Runs Prometheus's own test of rules: null if the alert fired, and not while the product was well; else what it says. */
export function whyNotFiring(alert: string, seen: Seen): string | null {
  const firing = `ALERTS{alertname="${alert}",alertstate="firing"}`
  const expectation = (expr: string, minutes: number) => ({ expr, eval_time: `${minutes}m`, exp_samples: [{ labels: '{}', value: 1 }] })
  const test = {
    interval: '1m',
    input_series: inputOf(seen),
    promql_expr_test: [
      expectation(`count(absent(${firing}))`, wellMinutes),
      expectation(`count(max_over_time(${firing}[${badMinutes}m])) > bool 0`, wellMinutes + badMinutes),
    ],
  }
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-alerts-'))
  try {
    const file = join(folder, 'test.json')
    // JSON is YAML too.
    writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: [test] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    return status === 0 ? null : `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
