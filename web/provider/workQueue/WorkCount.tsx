import { useQuery } from '@tanstack/react-query'
import { consoleWork } from '#contract/provider/work'
import { t } from '../../platform/i18n/t.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { MenuCount } from '../frame/MenuCount.tsx'

/** How much waits, in the menu. */
export function WorkCount() {
  const { data } = useQuery(consoleQuery(consoleWork))
  const count = data?.counts.reduce((sum, one) => sum + one.count, 0) ?? 0
  return <MenuCount count={count} label={t('work.waiting', { count })} />
}
