import type { PlantedDefect } from './plantedDefect.ts'

/** Why a member cannot refund, as the page of an operation says it. */
export const refundDefects: readonly PlantedDefect[] = [
  {
    name: '“why can I not refund?” asked of a purchase that was never made',
    file: 'web/sales/operationDetail/refundBlock.ts',
    find: "if (category !== 'accepted' && substatus !== 'pending_merchant') return null",
    replace: '',
    caughtBy: ['web/sales/operationDetail/refundBlock.test.ts'],
  },
  {
    name: '“why can I not refund?” without an answer for a member without the right',
    file: 'web/sales/operationDetail/refundBlock.ts',
    find: "return mayRefund ? null : { why: 'role' }",
    replace: 'return null',
    caughtBy: ['web/sales/operationDetail/refundBlock.test.ts'],
  },
  {
    name: '“why can I not refund?” with the undoing advised to a member who may not refund',
    file: 'web/sales/operationDetail/refundBlock.ts',
    find: "!mayRefund ? 'role' : isHeld",
    replace: 'isHeld',
    caughtBy: ['web/sales/operationDetail/refundBlock.test.ts'],
  },
  {
    name: '“why can I not refund?” that takes a held refund for one that is done',
    file: 'web/sales/operationDetail/refundBlock.ts',
    find: "permission.why === 'nothing_left' && heldAmount > 0",
    replace: "permission.why === 'nothing_left' && heldAmount < 0",
    caughtBy: ['web/sales/operationDetail/refundBlock.test.ts'],
  },
  {
    name: '“why can I not refund?” that calls an operation given back whole suspended',
    file: 'web/sales/operationDetail/refundBlock.ts',
    find: "permission.why === 'state' && remainingCents(facts) === 0",
    replace: "permission.why === 'state' && remainingCents(facts) < 0",
    caughtBy: ['web/sales/operationDetail/refundBlock.test.ts'],
  },
  {
    name: '“why can I not refund?” with the capture advised to a member who may not refund',
    file: 'web/sales/operationDetail/refundBlock.ts',
    find: "isHeld || permission.why === 'not_captured'",
    replace: 'isHeld',
    caughtBy: ['web/sales/operationDetail/refundBlock.test.ts'],
  },
]
