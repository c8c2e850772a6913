import { t } from '../i18n/t.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** Shown in place of a page or dialog that needs a call the provider’s API does not have. */
export function NotOffered() {
  return <EmptyState title={t('shell.notOffered.title')}>{t('shell.notOffered.text')}</EmptyState>
}
