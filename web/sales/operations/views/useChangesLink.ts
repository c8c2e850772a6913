import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { merchantNow } from '../../../platform/api/merchantNow.ts'
import { t } from '../../../platform/i18n/t.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { sinceText } from './changeText.ts'
import { changesRead, visitHeartbeat } from './changesRead.ts'

/** Link to the changes since the last visit: a sentence, or where there is no room a short label, whose rest is only read out. */
export type ChangesLink = { label: string; short: string; rest: string; href: string }

/** Null when nothing changed, or while loading. */
export function useChangesLink(href: string): ChangesLink | null {
  const { merchantId, may } = useMerchant()
  const { data } = useQuery({ ...changesRead(merchantId), ...visitHeartbeat, enabled: may('operationChanges') })
  return useMemo(() => {
    const count = data?.results.length ?? 0
    if (!data || count === 0) return null
    const values = { count, since: sinceText(data.since, merchantNow()) }
    return {
      label: t(data.more ? 'visit.doorMore' : 'visit.door', values),
      short: t(data.more ? 'visit.chipMore' : 'visit.chip', values),
      rest: t('visit.since', values),
      href,
    }
  }, [data, href])
}
