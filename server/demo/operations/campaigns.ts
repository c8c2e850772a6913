import { addDays, localDate, type LocalDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { type Channel, channels } from '#domain/sales/operations/states'
import type { Calendar } from '../calendar.ts'
import { makeRandom } from '../random.ts'
import { arrayText, instant, instantOrNull, type Rows } from '../collectRows.ts'
import type { Choice } from './terms.ts'

/** A demo campaign; days of Madrid, both included. */
type Plan = {
  name: string
  slug: string
  status: 'draft' | 'scheduled' | 'active' | 'paused' | 'finished'
  from: LocalDate | null
  to: LocalDate | null
  interestBps: number | null
  numInstalments: readonly number[]
  minOrderCents: number | null
  channels: readonly Channel[]
  /** The budget. */
  budgetCents?: number
  /** Selected articles; empty: the whole catalogue. */
  articles?: readonly string[]
}

/** A campaign with sales: the properties of an order that it matches. */
type Running = Plan & { id: string; startMs: number; endMs: number }

export type ShopCampaigns = {
  /** The same choice with the campaign that such an order got at that time; the lowest interest wins. */
  given(choice: Choice, order: { totalCents: number; channel: Channel; createdMs: number }): Choice
}

const DAY = 86_400_000

/** Writes a shop's campaigns: interest-free instalments every spring and from November on, a low rate in the shop, and some without current sales. */
export function openCampaigns(
  { merchantId, mode, staff, untilMs }: { merchantId: string; mode: string; staff: readonly string[]; untilMs: number },
  calendar: Calendar,
  rows: Rows,
): ShopCampaigns {
  const random = makeRandom(`campaigns/${merchantId}/${mode}`)
  const running: Running[] = []
  for (const plan of plansOf(calendar)) {
    const startMs = plan.from === null ? null : startOfMadridDay(plan.from).getTime()
    const endMs = plan.to === null ? null : startOfNextMadridDay(plan.to).getTime()
    const createdMs = Math.min((startMs ?? calendar.nowMs) - random.int(5, 12) * DAY, untilMs) - random.int(1, 8) * 3_600_000
    const id = random.uuid(createdMs)
    const author = staff.length === 0 ? null : random.pick(staff)
    if (startMs !== null && (plan.status === 'active' || plan.status === 'finished'))
      running.push({ ...plan, id, startMs, endMs: endMs ?? Infinity })
    const changedMs = createdMs + 20 * 60_000
    rows.add('campaigns', [
      merchantId,
      mode,
      id,
      plan.name,
      plan.slug,
      plan.articles ? 'single' : 'bulk',
      plan.status,
      instantOrNull(startMs),
      instantOrNull(endMs),
      plan.interestBps,
      arrayText(plan.numInstalments),
      plan.minOrderCents,
      arrayText(plan.channels),
      plan.budgetCents ?? null,
      // Reported on the morning after its end.
      instantOrNull(plan.status === 'finished' && endMs !== null ? endMs + 9 * 3_600_000 : null),
      2,
      instant(createdMs),
      author,
      instant(changedMs),
      author,
    ])
    for (const name of plan.articles ?? [])
      rows.add('campaign_articles', [
        merchantId,
        mode,
        id,
        name.toUpperCase(),
        name,
        name.toLowerCase(),
        name.toLowerCase(),
        instant(changedMs),
      ])
  }
  return { given: (choice, order) => give(running, choice, order) }
}

function give(running: readonly Running[], choice: Choice, order: Parameters<ShopCampaigns['given']>[1]): Choice {
  const plain: Choice = { ...choice, tinBps: choice.referenceTinBps, campaignId: null }
  if (choice.product !== 'instalments') return plain
  const [won] = running
    .filter(
      ({ startMs, endMs, numInstalments, minOrderCents, channels }) =>
        startMs <= order.createdMs &&
        order.createdMs < endMs &&
        numInstalments.includes(choice.numInstalments) &&
        order.totalCents >= (minOrderCents ?? 0) &&
        channels.includes(order.channel),
    )
    .toSorted((one, other) => (one.interestBps ?? 0) - (other.interestBps ?? 0))
  return won ? { ...plain, tinBps: won.interestBps ?? 0, campaignId: won.id } : plain
}

/** Campaigns of the demo's years: scheduled, paused and draft ones too. */
function plansOf({ past, today }: Calendar): Plan[] {
  const first = past[0]?.on ?? today.on
  const years = [...new Set([first, today.on].map((day) => Number(day.slice(0, 4))))]
  const season = (
    name: string,
    slug: string,
    from: LocalDate,
    to: LocalDate,
    numInstalments: readonly number[],
    minOrderCents: number,
  ): Plan => ({
    name,
    slug,
    status: from > today.on ? 'scheduled' : to < today.on ? 'finished' : 'active',
    from,
    to,
    interestBps: 0,
    numInstalments,
    minOrderCents,
    channels,
  })
  const seasons = years.flatMap((year) => [
    season(
      `Primavera sin intereses ${year}`,
      `primavera-sin-intereses-${year}`,
      localDate(`${year}-04-01`),
      localDate(`${year}-05-31`),
      [3, 4, 6],
      12_000,
    ),
    season(
      `Black Friday y Navidad ${year}`,
      `black-friday-y-navidad-${year}`,
      localDate(`${year}-11-01`),
      localDate(`${year}-12-31`),
      [3, 6, 10],
      15_000,
    ),
  ])
  const all = { minOrderCents: null, channels }
  const lastingFrom = addDays(first, 20)
  return [
    // Campaigns that started before the shop's first sale are left out.
    ...seasons.filter(({ from, to }) => to !== null && to >= first && from !== null && from <= addDays(today.on, 120)),
    {
      ...all,
      name: 'Cuotas a 9,99 % en tienda',
      slug: 'cuotas-a-9-99-en-tienda',
      status: 'active',
      from: lastingFrom,
      to: null,
      interestBps: 999,
      numInstalments: [8, 10],
      budgetCents: 1_000_000,
      channels: ['in_store', 'phone'],
    },
    {
      ...all,
      name: 'Rebajas',
      slug: 'rebajas',
      status: 'scheduled',
      from: addDays(today.on, 9),
      to: addDays(today.on, 40),
      interestBps: 0,
      numInstalments: [3, 4],
      minOrderCents: 8_000,
    },
    {
      ...all,
      name: 'Fin de serie',
      slug: 'fin-de-serie',
      status: 'paused',
      from: addDays(today.on, -12),
      to: addDays(today.on, 30),
      interestBps: 0,
      numInstalments: [3, 6],
      articles: ['Serie 2019 A', 'Serie 2019 B', 'Serie 2020'],
    },
    { ...all, name: 'Aniversario', slug: 'aniversario', status: 'draft', from: null, to: null, interestBps: 0, numInstalments: [] },
  ]
}
