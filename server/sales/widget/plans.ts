import { madridDay, type LocalDate } from '#domain/platform/dates'
import { fillTemplate } from '#domain/sales/widget/legalTemplate'
import { legalText } from '#domain/sales/plans/legalText'
import { cents, formatEuros, type Cents } from '#domain/platform/money'
import { fitsLimits, planOffered } from '#domain/sales/plans/offer'
import { widgetArticles } from '#domain/sales/widget/widgetArticles'
import { firstShown, widgetDefaults, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { widgetViews, type WidgetView } from '#domain/sales/widget/widgetViews'
import type { WidgetPlan } from '#contract/sales/widget'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { offeredOr, messagesUnder, withLanguage, text } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { readDeals, type Deals } from '../lifecycle/deals.ts'
import { readCartOffers, type ShopOffer } from '../lifecycle/offers.ts'

/** The sentences of the representative example required in advertising (arts. 7 and 8 of Directive (EU) 2023/2225); the rest is shown before signing. */
const advertised: ReadonlySet<string> = new Set([
  'warning',
  'example',
  'examplePayLater',
  'downpayment',
  'fee',
  'lastDiffers',
  'free',
  'approval',
])

/** The plans for an amount in a page of the shop, each with the winning campaign among those for online sales; none when the shop is not active. */
export const widgetPlans: Handler<'widgetPlans'> = async ({ db, scope, params, query, services, now }) => {
  const view = widgetViews.find((one) => one === params.view)
  if (!view) throw notFound(params.view)
  const totalCents = cents(query.amount)
  const articles = widgetArticles(query.articles ?? '', totalCents)
  const [preferences, offers, deals, isActive] = await Promise.all([
    readPublished(db, scope, view),
    readCartOffers(db, scope, now),
    readDeals(db, scope, { totalCents, channel: 'online', articles, customer: null, secrets: services.config.sessionSecrets, now }),
    readActive(db, scope),
  ])
  const sold = isActive ? offers : []
  // What a shop's page requests is in the page's language, whatever its visitor's browser prefers.
  const language = offeredOr(query.locale)
  const details = { totalCents, today: madridDay(now), legalText: preferences.legalText }
  const shown = withLanguage(language, () => plansOf(sold, deals, details))
  return {
    plans: shown,
    chosen: firstShown(shown, preferences.defaultInstalments),
    limits:
      sold.length === 0
        ? null
        : { minAmount: Math.min(...sold.map((one) => one.minCents)), maxAmount: Math.max(...sold.map((one) => one.maxCents)) },
    preferences,
    lender: services.config.brand.name,
    mode: scope.mode,
    ...(language !== 'es' && { words: withLanguage(language, () => messagesUnder('widget.')) }),
  }
}

async function readPublished(db: Connection, scope: Scope, view: WidgetView): Promise<WidgetPreferences> {
  const row = await db.first<{ preferences: Partial<WidgetPreferences> }>(sql`select v.preferences from widget_versions v
    where ${inScope(scope, 'v')} and v.view = ${view} order by v.number desc limit 1`)
  return { ...widgetDefaults[view], ...row?.preferences }
}

async function readActive(db: Connection, { merchantId }: Scope): Promise<boolean> {
  const row = await db.first<{ active: boolean }>(
    sql`select m.status = 'active' and a.disabled_at is null as active from merchants m join accounts a on a.id = m.account_id where m.id = ${merchantId}`,
  )
  return row?.active ?? false
}

type PlanDetails = { totalCents: Cents; today: LocalDate; legalText: string }

function plansOf(offers: readonly ShopOffer[], deals: Deals, details: PlanDetails): WidgetPlan[] {
  return offers
    .filter((offer) => fitsLimits(offer, details.totalCents))
    .flatMap((offer) => offer.instalmentsAllowed.map((count) => planOf(offer, count, deals, details)))
}

function planOf(offer: ShopOffer, numInstalments: number, deals: Deals, { totalCents, today, legalText: own }: PlanDetails): WidgetPlan {
  const deal = deals(offer, numInstalments)
  const plan = planOffered(offer, numInstalments, totalCents, today, deal)
  const { sentences, values } = legalText(plan)
  const example = sentences.filter((one) => advertised.has(one)).map((one) => text(`consumer.legal.${one}`, values))
  return {
    product: offer.product,
    numInstalments,
    instalmentAmount: plan.instalmentCents,
    principalAmount: plan.principalCents,
    downpaymentAmount: plan.downpaymentCents,
    openingFeeAmount: plan.openingFeeCents,
    totalPrice: plan.totalPriceCents,
    tin: plan.tin,
    tae: plan.tae,
    free: plan.totalPriceCents <= totalCents,
    campaign: deal !== null,
    // A campaign is always advertised with its full representative example.
    legalText: own === '' || deal !== null ? example.join(' ') : fillTemplate(own, { ...values, order_amount: formatEuros(totalCents) }),
  }
}
