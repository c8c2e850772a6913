import { useQuery } from '@tanstack/react-query'
import type { ConsoleApi, ConsoleCallName } from '#contract/consoleApi'
import type { PathParams } from '#contract/platform/endpoint'
import { staffConfirmationList } from '#contract/provider/confirmations'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { consoleQuery } from '../api/consoleQuery.ts'

/**
 * Whether a call about the same things was requested and waits for a second person: then a sentence that says who requested it and until when, else null.
 * Whoever may make a call may also confirm it, and so sees its requests.
 */
export function useWaiting(): <N extends ConsoleCallName>(call: N, params: PathParams<ConsoleApi[N]>) => string | null {
  const { data } = useQuery(consoleQuery(staffConfirmationList))
  return (call, params) => {
    const entries = Object.entries<string>(params)
    const pending = data?.pending.find((one) => one.call === call && entries.every(([name, value]) => one.params[name] === value))
    return pending ? t('console.confirmation.waits', { name: pending.requestedBy.name, until: nearTime(pending.expiresAt) }) : null
  }
}
