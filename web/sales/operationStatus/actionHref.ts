import { paths, type Search } from '../../platform/routes/paths.ts'
import type { OperationAction } from './operationActions.ts'

/** URL of an action's dialog over the operation; confirming has no route of its own. */
export function actionHref(action: OperationAction, merchantId: string, operationId: string, flag: Search): string {
  if (action === 'refund') return paths.operationRefund(merchantId, operationId, flag)
  if (action === 'cancel') return paths.operationCancel(merchantId, operationId)
  if (action === 'capture') return paths.operationCapture(merchantId, operationId)
  return paths.operation(merchantId, operationId, { dialog: 'confirm', ...flag })
}
