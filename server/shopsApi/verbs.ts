/** Every verb of the shops' API under its name; a call without one does not compile. */
export { keyViewPublic } from './keyViewPublic.ts'
export { operationCancel } from './operationCancel.ts'
export { captureRefund, captureRefundable, operationCapture, operationCaptures } from './operationCapture.ts'
export { operationList } from './operationList.ts'
export { operationRefund, operationRefundable } from './operationRefund.ts'
export { operationView } from './operationView.ts'
export { operationVoid, operationVoids } from './operationVoid.ts'
