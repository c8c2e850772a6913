import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'

/** Instead of the switch of modes, for whoever enters test mode alone: that it is so, and why. */
export function SandboxOnlyMark() {
  return (
    <Button size="small" disabledReason={t('shell.seat.reason')}>
      {t('shell.seat.mark')}
    </Button>
  )
}
