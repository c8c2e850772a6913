import { handleDeadline } from '../sales/clock/handleDeadline.ts'
import * as declared from './handlers.ts'
import type { Handlers } from '../platform/calls/call.ts'
import type { ShopHandlers } from '../platform/calls/shopHandler.ts'
import { clock } from '../sales/lab/clock.ts'
import { decideTestDispute, openTestDispute } from '../money/disputes/sandboxDisputes.ts'
import type { LabVerbs } from '../sales/lab/labVerbs.ts'
import { scenario } from '../sales/lab/scenario.ts'
import { settleUpTo } from '../money/settlements/settle.ts'
import { checkoutCreate, checkoutOfflineCreate, checkoutStatus } from '../sales/shopCheckout/create.ts'
import { operationReplaceCart, operationUpdateCart } from '../sales/shopCheckout/updateCart.ts'
import * as shops from '../sales/shopsApi/verbs.ts'

/** The verbs used by the sandbox lab. */
const labVerbs: LabVerbs = {
  answerDispute: declared.disputeAnswer,
  openDispute: openTestDispute,
  decideDispute: decideTestDispute,
  create: declared.checkoutOfflineCreate,
  view: declared.checkoutView,
  plan: declared.checkoutPlan,
  consent: declared.checkoutConsent,
  code: declared.checkoutCode,
  identify: declared.checkoutIdentify,
  bank: declared.checkoutBank,
  card: declared.checkoutCard,
  confirm: declared.checkoutConfirm,
  cancel: declared.operationCancel,
  refund: declared.operationRefund,
  handleDeadline,
  settleUpTo,
}

/** The handler of each call. A call without one does not compile. */
export const handlers: Handlers = { ...declared, sandboxScenario: scenario(labVerbs), sandboxClock: clock(labVerbs) }

/** The handler of each call of the shops' API. */
export const shopHandlers: ShopHandlers = {
  ...shops,
  checkoutCreate,
  checkoutOfflineCreate,
  checkoutStatus,
  operationUpdateCart,
  operationReplaceCart,
}
