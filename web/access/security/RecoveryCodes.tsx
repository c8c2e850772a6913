import { useMutation } from '@tanstack/react-query'
import { recoveryCodesRenew } from '#contract/access/secondFactor'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'

/** At this number of remaining codes the user is advised to generate new ones. */
const few = 3

/** The number of recovery codes left, and their regeneration. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const renew = useMutation({
    mutationFn: () => withStepUp(t('settings.recovery.why'), () => write(recoveryCodesRenew, { mode: 'live' })),
    onSuccess: (answer) => answer && onCodes(answer.recoveryCodes),
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className={`min-w-0 flex-1 basis-56 text-md ${left < few ? 'text-in-process-ink' : 'text-ink-2'}`}>
          {t('settings.recovery.left', { count: left })}
        </p>
        <Button size="small" busy={renew.isPending} busyLabel={t('settings.recovery.making')} onClick={() => renew.mutate()}>
          {t('settings.recovery.renew')}
        </Button>
      </div>
      {renew.isError && <ErrorBanner>{failureMessage(renew.error)}</ErrorBanner>}
    </div>
  )
}
