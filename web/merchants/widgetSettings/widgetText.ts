import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { t } from '../../platform/i18n/t.ts'

const yesOrNo = (value: boolean) => t(value ? 'shell.yes' : 'shell.no')

/** A preference's value as text, for the history. */
export function preferenceText<Name extends keyof WidgetPreferences>(name: Name, value: WidgetPreferences[Name]): string {
  if (typeof value === 'boolean') return yesOrNo(value)
  if (name === 'type') return t(`preferences.type.${value as WidgetPreferences['type']}`)
  if (name === 'align') return t(`preferences.align.${value as WidgetPreferences['align']}`)
  if (name === 'outOfLimits') return t(`preferences.outOfLimits.${value as WidgetPreferences['outOfLimits']}`)
  return value === null || value === '' ? t('preferences.asUsual') : String(value)
}
