import { useQuery } from '@tanstack/react-query'
import { consoleDecisionList } from '#contract/provider/decisions'
import { t } from '../../platform/i18n/t.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { MenuCount } from '../frame/MenuCount.tsx'

/** How many decisions wait. */
export function WaitingBadge() {
  const { data } = useQuery(consoleQuery(consoleDecisionList))
  const count = data?.waiting.length ?? 0
  return <MenuCount count={count} label={t('decisions.count', { count })} />
}
