import { t } from '../i18n/t.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** Stands where a page or a dialog needs a call that the provider's API does not have. */
export function NotOffered() {
  return <EmptyState title={t('shell.notOffered.title')}>{t('shell.notOffered.text')}</EmptyState>
}
