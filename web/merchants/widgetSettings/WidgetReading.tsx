import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { t } from '../../platform/i18n/t.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { preferenceText } from './widgetText.ts'

/** The settings as text, for members with read access only. */
export function WidgetReading({ preferences }: { preferences: WidgetPreferences }) {
  const names = Object.keys(preferences) as (keyof WidgetPreferences)[]
  return (
    <FormSection title={t('preferences.section.look')}>
      <div className="max-w-[620px]">
        <DefinitionList
          items={names.map((name) => ({ key: name, term: t(`preferences.${name}`), value: preferenceText(name, preferences[name]) }))}
        />
      </div>
    </FormSection>
  )
}
