import type { Audience } from '#contract/sales/audiences'
import { t } from '../../platform/i18n/t.ts'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { audienceKind, stateDetail } from './audienceText.ts'

/** Status of an audience: its progress while it is processed, otherwise icon, label and reason. */
export function AudienceState({ audience }: { audience: Audience }) {
  const { status, progress, name } = audience
  const word = t(`audiences.state.${status}`)
  if (status === 'processing')
    return (
      <span className="block max-w-44">
        <span className="flex items-baseline justify-between gap-3 pb-1.5 font-medium">
          {word}
          <span className="text-sm font-normal text-ink-3">{t('shell.percent', { percent: progress })}</span>
        </span>
        <ProgressBar percent={progress} label={t('audiences.progress', { name })} />
      </span>
    )
  return <StatusBadge kind={audienceKind(audience)} label={word} detail={stateDetail(audience)} faded={status === 'erased'} />
}
