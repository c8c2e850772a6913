import { contrast, minContrast } from './colour.ts'
import { unknownVariables } from './legalTemplate.ts'
import type { WidgetView } from './widgetViews.ts'

export type WidgetPreferences = {
  disabled: boolean
  type: 'text' | 'button' | 'select' | 'big-button'
  branding: boolean
  legalAdvice: boolean
  downpaymentInfo: boolean
  titleDefault: string
  titleZeroInterest: string
  align: 'left' | 'center' | 'right'
  textColor: string
  btnTextColor: string
  btnBgColor: string
  defaultInstalments: number | null
  legalText: string
  outOfLimits: 'show' | 'hide'
}

/** The default preferences of a shop (the example is shown, as art. 8 of Directive (EU) 2023/2225 requires). */
export const widgetDefaults: Readonly<Record<WidgetView, WidgetPreferences>> = {
  product: preferencesOf('text'),
  cart: preferencesOf('select'),
}

function preferencesOf(type: WidgetPreferences['type']): WidgetPreferences {
  return {
    disabled: false,
    type,
    branding: true,
    legalAdvice: true,
    downpaymentInfo: true,
    titleDefault: '',
    titleZeroInterest: '',
    align: 'left',
    textColor: '#333A3E',
    btnTextColor: '#FFFFFF',
    btnBgColor: '#1F6AA5',
    defaultInstalments: null,
    legalText: '',
    outOfLimits: 'hide',
  }
}

type WidgetProblem = {
  field: 'btn_text_color' | 'legal_text'
  code: 'contrast' | 'variable'
  /** What is wrong with it, as written. */ found: string
}

/** What keeps preferences from being published: an unreadable button, placeholders that do not exist. */
export function widgetProblems({ btnTextColor, btnBgColor, legalText }: WidgetPreferences): WidgetProblem[] {
  const ratio = contrast(btnTextColor, btnBgColor)
  const [unknown] = unknownVariables(legalText)
  return [
    ...(ratio < minContrast
      ? [{ field: 'btn_text_color' as const, code: 'contrast' as const, found: String(ratio).replace('.', ',') }]
      : []),
    ...(unknown === undefined ? [] : [{ field: 'legal_text' as const, code: 'variable' as const, found: unknown }]),
  ]
}

/** Names of the preferences that differ. */
export function changedPreferences(one: WidgetPreferences, other: WidgetPreferences): (keyof WidgetPreferences)[] {
  return (Object.keys(one) as (keyof WidgetPreferences)[]).filter((name) => one[name] !== other[name])
}

/**
 * Which plan is shown first: the one with the preferred number of instalments, else of the free ones the one with the smallest instalment, else the smallest
 * instalment of all. Null: there is none.
 */
export function firstShown(
  plans: readonly { numInstalments: number; instalmentAmount: number; free: boolean }[],
  preferred: number | null,
): number | null {
  const best = plans
    .map((plan, at) => ({ ...plan, at }))
    .toSorted(
      (a, b) =>
        Number(b.numInstalments === preferred) - Number(a.numInstalments === preferred) ||
        Number(b.free) - Number(a.free) ||
        a.instalmentAmount - b.instalmentAmount,
    )
  return best[0]?.at ?? null
}
