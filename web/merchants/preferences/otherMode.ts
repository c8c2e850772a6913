import type { Cart } from '#contract/merchants/preferences'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { Mode } from '../../platform/api/requestMode.ts'

/** The mode that one looks over to. */
export const otherMode = (mode: Mode): Mode => (mode === 'live' ? 'sandbox' : 'live')

export type Limits = Pick<Cart, 'minAmount' | 'maxAmount'>
export type LimitName = keyof Limits
const limitNames: readonly LimitName[] = ['minAmount', 'maxAmount']

/** Limits that are others over there. */
export const differingLimits = (here: Limits, there: Limits): LimitName[] => limitNames.filter((name) => here[name] !== there[name])

/** The limits here with the chosen ones of there; the rest stays. */
export const takenLimits = (here: Limits, there: Limits, chosen: readonly LimitName[]): Limits => ({
  minAmount: (chosen.includes('minAmount') ? there : here).minAmount,
  maxAmount: (chosen.includes('maxAmount') ? there : here).maxAmount,
})

/** What a widget looks like to whoever works on it: what waits to be published, else what is. */
export const worked = ({
  draft,
  published,
}: {
  draft: { preferences: WidgetPreferences } | null
  published: WidgetPreferences
}): WidgetPreferences => draft?.preferences ?? published
