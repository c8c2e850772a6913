import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'

/** Shown to a self-employed owner, who has no company: their data is on another page. */
export function NoCompany() {
  return (
    <EmptyState title={t('settings.company.none')} actions={<Button href={paths.companyProfile()}>{t('settings.company.profile')}</Button>}>
      {t('settings.company.noneDetail')}
    </EmptyState>
  )
}
