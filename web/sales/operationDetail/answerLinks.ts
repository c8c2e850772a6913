import type { CallName } from '#contract/index'
import type { Operation } from '#contract/sales/operations'
import { answers, type AnswerAction } from '#domain/sales/operations/lifecycle'
import { settings } from '../../platform/api/settings.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { buttonsOf, mayExtendCapture, type OperationAction } from '../operationStatus/operationActions.ts'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { orderText } from '../operationStatus/operationText.ts'
import { actionHref } from '../operationStatus/actionHref.ts'
import { paths, type Search } from '../../platform/routes/paths.ts'
import { hasLink } from './hasLink.ts'

/** A link for an action on an operation: its label and URL. */
type AnswerLink = { action: AnswerAction; words: string; href: string }

/** The member's context. */
type Viewer = { merchantId: string; flag: Search; may: (call: CallName) => boolean; disabled: boolean; now: Date }

/** The actions that an operation's status calls for and the member may take now, in order. Actions without a page have no link. */
export function answerLinks(operation: Operation, viewer: Viewer): AnswerLink[] {
  const { actions } = answers(factsOf(operation))
  return actions.flatMap((action) => {
    const link = linkOf(action, operation, viewer)
    return link ? [{ action, ...link }] : []
  })
}

function linkOf(action: AnswerAction, operation: Operation, viewer: Viewer): Omit<AnswerLink, 'action'> | null {
  const { merchantId, flag, may } = viewer
  const link = (words: string, search: Search = {}) =>
    hasLink(operation) ? { words, href: paths.checkoutOffline(merchantId, { order: operation.checkoutId, ...search, ...flag }) } : null
  switch (action) {
    case 'confirm':
    case 'capture':
    case 'refund':
    case 'cancel':
      return actionLink(action, operation, viewer)
    case 'extend_capture':
      return mayExtendCapture(operation, may, viewer.now)
        ? { words: t('operations.extend.verb'), href: paths.operation(merchantId, operation.id, { dialog: 'extend', ...flag }) }
        : null
    case 'resend':
      return may('checkoutOfflineResend') ? link(t('webhooks.resend'), { dialog: 'resend' }) : null
    case 'show_qr':
      return may('checkoutOfflineResend') ? link(t('offlineCheckout.verb.qr')) : null
    case 'copy_link':
      return may('checkoutOfflineResend') ? link(t('operations.answer.way.link')) : null
    case 'clone':
      return cloneLink(operation, viewer)
    case 'try_other_amount':
      return maySell(viewer)
        ? { words: t('operations.answer.way.otherAmount'), href: paths.checkoutOffline(merchantId, { ...linkOrForm(operation), ...flag }) }
        : null
    case 'check_integration':
      return may('connectionView')
        ? { words: t('operations.answer.way.integration'), href: paths.preferencesPlugins(merchantId, flag) }
        : null
    case 'open_original':
      return operation.duplicateOf === null
        ? null
        : { words: t('operations.answer.openOriginal'), href: paths.operation(merchantId, operation.duplicateOf, flag) }
    case 'upload_documents':
      return may('operationRefund') && settings().brand.supportEmail !== ''
        ? { words: t('operations.answer.way.documents'), href: emailHref(operation) }
        : null
    default:
      return null
  }
}

const maySell = ({ may, disabled }: Viewer) => may('checkoutOfflineCreate') && !disabled

function actionLink(
  action: OperationAction,
  operation: Operation,
  { merchantId, flag, may, now }: Viewer,
): Omit<AnswerLink, 'action'> | null {
  if (!buttonsOf(operation, may, now).includes(action)) return null
  const words =
    action === 'refund' ? t('operations.answer.refundUpTo', { amount: money(operation.remainingAmount) }) : t(`operations.verb.${action}`)
  return { words, href: actionHref(action, merchantId, operation.id, flag) }
}

/** A refused link offers a lower amount on its own page; a sale without a checkout link starts in the form. */
const linkOrForm = ({ channel, checkoutId }: Operation): Search =>
  channel !== 'online' && checkoutId !== null ? { order: checkoutId } : { view: 'form' }

/** An ended link is cloned from its own page; any other sale starts as a new link with the same amount. */
function cloneLink(operation: Operation, viewer: Viewer): Omit<AnswerLink, 'action'> | null {
  const { merchantId, flag } = viewer
  const { channel, checkoutId, statusReason } = operation
  if (!maySell(viewer)) return null
  const ended =
    channel !== 'online' && checkoutId !== null && statusReason !== 'capture_expired' && statusReason !== 'merchant_failed_to_confirm'
  if (ended) return { words: t('offlineCheckout.verbs.clone'), href: paths.checkoutOffline(merchantId, { order: checkoutId, ...flag }) }
  const filled = { view: 'form', amount: operation.totalAmount, product: operation.product, instalments: operation.numInstalments }
  return { words: t('operations.answer.way.newLink'), href: paths.checkoutOffline(merchantId, { ...filled, ...flag }) }
}

/** `mailto:` link to the provider; it names the order but no person. */
const emailHref = (operation: Operation): string =>
  `mailto:${settings().brand.supportEmail}?subject=${encodeURIComponent(t('operations.answer.way.documentsSubject', { order: orderText(operation), id: operation.id }))}`
