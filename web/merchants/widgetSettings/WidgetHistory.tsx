import type { WidgetVersion } from '#contract/merchants/preferences'
import { changedPreferences, widgetDefaults } from '#domain/sales/widget/widgetPreferences'
import { type WidgetView } from '#domain/sales/widget/widgetViews'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { preferenceText } from './widgetText.ts'

type WidgetHistoryProps = {
  view: WidgetView
  versions: readonly WidgetVersion[]
  /** Null: the member has read access only. */
  onRestore: ((number: number) => void) | null
  busy: boolean
}

/** The published versions: who, when, what changed; each earlier one can be restored. */
export function WidgetHistory({ view, versions, onRestore, busy }: WidgetHistoryProps) {
  return (
    <FormSection title={t('preferences.history.title')} fold={String(versions.length)}>
      {versions.length === 0 ? (
        <p className="text-md text-ink-2">{t('preferences.history.none')}</p>
      ) : (
        <ol className="max-w-[720px]">
          {versions.map((version, at) => {
            const before = versions[at + 1]?.preferences ?? widgetDefaults[view]
            const changed = changedPreferences(before, version.preferences)
            return (
              <li key={version.number} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3 text-md">
                <div className="min-w-0 flex-1 basis-72">
                  <p className="font-strong">
                    {t('preferences.history.version', { number: version.number })}
                    {at === 0 && <span className="font-normal text-ink-3"> · {t('preferences.history.now')}</span>}
                  </p>
                  <p className="text-sm text-ink-3">
                    {t('preferences.history.who', {
                      who: version.publishedBy ?? t('preferences.somebody'),
                      when: dateTime(version.publishedAt),
                    })}
                    {version.restoredFrom !== null && ` · ${t('preferences.history.restored', { number: version.restoredFrom })}`}
                  </p>
                  <ul className="pt-1 text-ink-2">
                    {changed.map((name) => (
                      <li key={name} className="wrap-anywhere">
                        {t(`preferences.${name}`)}: <span className="text-ink-3">{preferenceText(name, before[name])}</span> →{' '}
                        <span className="font-medium">{preferenceText(name, version.preferences[name])}</span>
                      </li>
                    ))}
                  </ul>
                </div>
                {at > 0 && onRestore && (
                  <Button
                    size="small"
                    busy={busy}
                    aria-label={t('preferences.history.restoreOf', { number: version.number })}
                    onClick={() => onRestore(version.number)}
                  >
                    {t('preferences.history.restore')}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </FormSection>
  )
}
