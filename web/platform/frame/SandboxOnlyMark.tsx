import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'

/** Replaces the mode switch for a sandbox-only member, and says why. */
export function SandboxOnlyMark() {
  return (
    <Button size="small" disabledReason={t('shell.seat.reason')}>
      {t('shell.seat.mark')}
    </Button>
  )
}
