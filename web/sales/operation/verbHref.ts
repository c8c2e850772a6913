import { paths, type Search } from '../../platform/routes/paths.ts'
import type { OperationVerb } from './operationActions.ts'

/** Where a verb's dialog lies: over the operation; confirming has no route of its own. */
export function verbHref(verb: OperationVerb, merchantId: string, operationId: string, flag: Search): string {
  if (verb === 'refund') return paths.operationRefund(merchantId, operationId, flag)
  if (verb === 'cancel') return paths.operationCancel(merchantId, operationId)
  if (verb === 'capture') return paths.operationCapture(merchantId, operationId)
  return paths.operation(merchantId, operationId, { dialog: 'confirm', ...flag })
}
