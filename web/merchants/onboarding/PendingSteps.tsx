import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import type { Onboarding } from '#contract/merchants/onboarding'
import { settings } from '../../platform/api/settings.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { pendingRead } from './onboardingReads.ts'

const askEveryMs = 15_000
const dayHours = 24

/** The recent duration of a review, as text. */
function usualTime({ usualHours }: Pick<Onboarding, 'usualHours'>): string {
  if (usualHours === null) return t('onboarding.pending.usual')
  if (usualHours <= 2 * dayHours) return t('onboarding.pending.usualHours', { count: usualHours })
  return t('onboarding.pending.usualDays', { count: Math.round(usualHours / dayHours) })
}

/** The completed steps, and who acts next. Only owners see the change requests. */
export function PendingSteps({ isOwner }: { isOwner: boolean }) {
  const { data } = useQuery({ ...pendingRead(), enabled: isOwner, refetchInterval: askEveryMs })
  const { legalName } = settings().brand
  const mends = data?.status === 'changes_requested'
  const sent = data?.submittedAt
  return (
    <ol className="grid gap-3">
      <li className="flex items-start gap-2.5">
        <Check aria-hidden className="mt-0.5 flex-none text-accepted-solid" />
        <span>{sent ? t('onboarding.pending.sent', { date: date(sent) }) : t('shell.pending.received')}</span>
      </li>
      {mends && (
        <li className="flex items-start gap-2.5 font-strong">
          <CircleAlert aria-hidden className="mt-0.5 flex-none text-danger" />
          <span>{t('onboarding.pending.mend')}</span>
        </li>
      )}
      <li className={`flex items-start gap-2.5 ${mends ? 'text-ink-2' : 'font-strong'}`}>
        <Clock aria-hidden className="mt-0.5 flex-none text-in-process-solid" />
        <span>
          {t(mends ? 'onboarding.pending.reviewAfter' : 'onboarding.pending.review', { provider: legalName })}{' '}
          {data ? usualTime(data) : t('onboarding.pending.usual')}
        </span>
      </li>
    </ol>
  )
}
