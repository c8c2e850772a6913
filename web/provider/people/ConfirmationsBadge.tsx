import { useQuery } from '@tanstack/react-query'
import { staffConfirmationList } from '#contract/provider/confirmations'
import { t } from '../../platform/i18n/t.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { MenuCount } from '../frame/MenuCount.tsx'

/** How many changes wait for this person's confirmation. */
export function ConfirmationsBadge() {
  const { data } = useQuery(consoleQuery(staffConfirmationList))
  const count = data?.pending.filter(({ decidable }) => decidable).length ?? 0
  return <MenuCount count={count} label={t('people.confirmations.waiting', { count })} />
}
