import type { ReactNode } from 'react'
import type { Operation } from '#contract/sales/operations'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import type { OperationAction } from '../operationStatus/operationActions.ts'
import { useRunning } from '../operationStatus/runningActions.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { actionHref } from '../operationStatus/actionHref.ts'

type ActionButtonProps = { operation: Operation; action: OperationAction; filled: boolean; icon?: ReactNode; wide?: boolean }

/** An action button of an operation; disabled while another action on it is in flight. */
export function ActionButton({ operation, action, filled, icon, wide = false }: ActionButtonProps) {
  const { merchantId, flag } = useMerchant()
  const running = useRunning(operation.id)
  const words =
    action === 'capture'
      ? t('operations.verb.captureAmount', { amount: money(operation.remainingCaptureAmount) })
      : t(`operations.verb.${action}`)
  return (
    <Button
      variant={filled ? 'filled' : 'outlined'}
      size={wide ? 'large' : 'normal'}
      wide={wide}
      icon={icon}
      href={actionHref(action, merchantId, operation.id, flag)}
      disabledReason={running ? t('operations.detail.running') : null}
    >
      {words}
    </Button>
  )
}
