import type { CallName } from '#contract/index'
import type { Operation } from '#contract/sales/operations'
import { answers, type AnswerAction } from '#domain/sales/operations/lifecycle'
import { settings } from '../../platform/api/settings.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { buttonsOf, type OperationVerb } from '../operation/operationActions.ts'
import { factsOf } from '../operation/operationFacts.ts'
import { orderText } from '../operation/operationText.ts'
import { verbHref } from '../operation/verbHref.ts'
import { paths, type Search } from '../../platform/routes/paths.ts'
import { hasLink } from './hasLink.ts'

/** A way to do something about an operation: the words of a link and where it leads. */
export type Way = { action: AnswerAction; words: string; href: string }

/** Who looks at it, and when. */
type Looking = { merchantId: string; flag: Search; may: (call: CallName) => boolean; disabled: boolean; now: Date }

/** What the state of an operation calls for and this person may do now, in its order. What needs no page has no link. */
export function answerWays(operation: Operation, looking: Looking): Way[] {
  const { actions } = answers(factsOf(operation))
  return actions.flatMap((action) => {
    const way = wayOf(action, operation, looking)
    return way ? [{ action, ...way }] : []
  })
}

function wayOf(action: AnswerAction, operation: Operation, looking: Looking): Omit<Way, 'action'> | null {
  const { merchantId, flag, may } = looking
  const link = (words: string, search: Search = {}) =>
    hasLink(operation) ? { words, href: paths.checkoutOffline(merchantId, { order: operation.checkoutId, ...search, ...flag }) } : null
  switch (action) {
    case 'confirm':
    case 'capture':
    case 'refund':
    case 'cancel':
      return verbWay(action, operation, looking)
    case 'resend':
      return may('checkoutOfflineResend') ? link(t('webhooks.resend'), { dialog: 'resend' }) : null
    case 'show_qr':
      return may('checkoutOfflineResend') ? link(t('offlineCheckout.verb.qr')) : null
    case 'copy_link':
      return may('checkoutOfflineResend') ? link(t('operations.answer.way.link')) : null
    case 'clone':
      return cloneWay(operation, looking)
    case 'try_other_amount':
      return maySell(looking)
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
        ? { words: t('operations.answer.way.documents'), href: letterHref(operation) }
        : null
    default:
      return null
  }
}

const maySell = ({ may, disabled }: Looking) => may('checkoutOfflineCreate') && !disabled

function verbWay(verb: OperationVerb, operation: Operation, { merchantId, flag, may, now }: Looking): Omit<Way, 'action'> | null {
  if (!buttonsOf(operation, may, now).includes(verb)) return null
  const words =
    verb === 'refund' ? t('operations.answer.refundUpTo', { amount: money(operation.remainingAmount) }) : t(`operations.verb.${verb}`)
  return { words, href: verbHref(verb, merchantId, operation.id, flag) }
}

/** The page of a refused link offers less to the same customer; a sale that had no link of the shop's own begins in the form. */
const linkOrForm = ({ channel, checkoutId }: Operation): Search =>
  channel !== 'online' && checkoutId !== null ? { order: checkoutId } : { view: 'form' }

/** A link that ended is made anew from its own page; any other sale begins as a new link of the same amount. */
function cloneWay(operation: Operation, looking: Looking): Omit<Way, 'action'> | null {
  const { merchantId, flag } = looking
  const { channel, checkoutId, statusReason } = operation
  if (!maySell(looking)) return null
  const ended =
    channel !== 'online' && checkoutId !== null && statusReason !== 'capture_expired' && statusReason !== 'merchant_failed_to_confirm'
  if (ended) return { words: t('offlineCheckout.verbs.clone'), href: paths.checkoutOffline(merchantId, { order: checkoutId, ...flag }) }
  const filled = { view: 'form', amount: operation.totalAmount, product: operation.product, instalments: operation.numInstalments }
  return { words: t('operations.answer.way.newLink'), href: paths.checkoutOffline(merchantId, { ...filled, ...flag }) }
}

/** A letter to the provider that names the order and nobody. */
const letterHref = (operation: Operation): string =>
  `mailto:${settings().brand.supportEmail}?subject=${encodeURIComponent(t('operations.answer.way.documentsSubject', { order: orderText(operation), id: operation.id }))}`
