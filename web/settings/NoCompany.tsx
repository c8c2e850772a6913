import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Somebody self-employed has no company behind them: what is theirs stands elsewhere. */
export function NoCompany() {
  return (
    <EmptyState title={t('settings.company.none')} actions={<Button href={paths.companyProfile()}>{t('settings.company.profile')}</Button>}>
      {t('settings.company.noneDetail')}
    </EmptyState>
  )
}
