import type { WidgetPreferences } from '#domain/widgetPreferences'
import { t } from '../i18n/t.ts'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { preferenceText } from './widgetText.ts'

/** The same for those who may only read. */
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
