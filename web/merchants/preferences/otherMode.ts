import type { Cart } from '#contract/merchants/preferences'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { Mode } from '../../platform/api/requestMode.ts'

/** The other mode. */
export const otherMode = (mode: Mode): Mode => (mode === 'live' ? 'sandbox' : 'live')

export type Limits = Pick<Cart, 'minAmount' | 'maxAmount'>
export type LimitName = keyof Limits
const limitNames: readonly LimitName[] = ['minAmount', 'maxAmount']

/** Limits that differ in the other mode. */
export const differingLimits = (here: Limits, there: Limits): LimitName[] => limitNames.filter((name) => here[name] !== there[name])

/** This mode’s limits with the chosen ones of the other mode; the rest stays. */
export const takenLimits = (here: Limits, there: Limits, chosen: readonly LimitName[]): Limits => ({
  minAmount: (chosen.includes('minAmount') ? there : here).minAmount,
  maxAmount: (chosen.includes('maxAmount') ? there : here).maxAmount,
})

/** The widget’s latest look: its unpublished draft, else the published one. */
export const worked = ({
  draft,
  published,
}: {
  draft: { preferences: WidgetPreferences } | null
  published: WidgetPreferences
}): WidgetPreferences => draft?.preferences ?? published
