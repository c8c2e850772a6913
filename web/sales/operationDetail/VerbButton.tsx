import type { ReactNode } from 'react'
import type { Operation } from '#contract/sales/operations'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import type { OperationVerb } from '../operation/operationActions.ts'
import { useRunning } from '../operation/runningActions.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { verbHref } from '../operation/verbHref.ts'

type VerbButtonProps = { operation: Operation; verb: OperationVerb; filled: boolean; icon?: ReactNode; wide?: boolean }

/** A verb of the operation; locked while another one on it is on its way. */
export function VerbButton({ operation, verb, filled, icon, wide = false }: VerbButtonProps) {
  const { merchantId, flag } = useShop()
  const running = useRunning(operation.id)
  const words =
    verb === 'capture'
      ? t('operations.verb.captureAmount', { amount: money(operation.remainingCaptureAmount) })
      : t(`operations.verb.${verb}`)
  return (
    <Button
      variant={filled ? 'filled' : 'outlined'}
      size={wide ? 'large' : 'normal'}
      wide={wide}
      icon={icon}
      href={verbHref(verb, merchantId, operation.id, flag)}
      disabledReason={running ? t('operations.detail.running') : null}
    >
      {words}
    </Button>
  )
}
