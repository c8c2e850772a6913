import type { WorkItem } from '#contract/provider/work'
import { joinTexts } from '#domain/platform/direction'
import { payoutReturn } from '#domain/money/payoutReturn'
import { money } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'

const joined = (...parts: readonly (string | null | undefined | false)[]): string => joinTexts(parts)

/** What is known of an item, in a line. */
export function workText({ kind, facts, merchantName }: WorkItem): string {
  const {
    documents = 0,
    owners = 0,
    shop,
    papers = [],
    iban,
    reference,
    amount,
    product,
    code,
    action,
    requestedBy,
    what,
    error,
    count = 0,
    answered,
  } = facts
  const shown = amount === undefined ? null : money(amount)
  switch (kind) {
    case 'application':
      return joined(
        shop !== merchantName && shop,
        documents > 0 ? t('work.fact.documents', { count: documents }) : t('work.fact.ready'),
        owners > 0 && t('work.fact.owners', { count: owners }),
      )
    case 'document':
      return papers.map((type) => t(`company.paper.${type}`)).join(', ')
    case 'bank_account':
      return joined(shop !== merchantName && shop, iban)
    case 'claim':
      return joined(
        reference,
        amount !== undefined && t(amount < 0 ? 'work.fact.missing' : 'work.fact.tooMuch', { amount: money(Math.abs(amount)) }),
      )
    case 'decision':
      return joined(
        what === 'identity_review' && t('work.identity'),
        shop !== merchantName && shop,
        shown,
        product && t(`operations.product.${product}`),
      )
    case 'confirmation':
      return joined(action, requestedBy && t('work.fact.requestedBy', { who: requestedBy }))
    case 'payout_returned':
      return joined(joinedCode(code), reference, shown)
    case 'payout_unanswered':
      return joined(reference, shown)
    case 'proof_broken':
      return t('work.fact.broken', { count })
    case 'debit_returned':
      return joined(code, reference, shown)
    case 'webhook_off':
      return joined(what, t(code === 'gone' ? 'work.fact.webhookGone' : 'work.fact.webhookFailing'))
    case 'credit_unpaid':
      return joined(shop !== merchantName && shop, shown)
    case 'dispute':
      return joined(shop !== merchantName && shop, shown, t(answered === true ? 'work.fact.evidence' : 'work.fact.noAnswer'))
    case 'bank_lines':
      return joined(what, t('work.fact.bankLines', { count }))
    case 'card_difference':
      return joined(tOr(`cardBalance.kind.${what}`, 'cardBalance.kind.amount'), shown)
    case 'certificate_ends':
      return what ?? ''
    case 'message_dead':
      return joined(tOr(`work.message.${what}`, 'work.message.other'), error)
  }
}

/** The bank's code with its meaning. */
const joinedCode = (code: string | null | undefined): string =>
  [code, t(`work.return.${payoutReturn(code ?? null)}`)].filter(Boolean).join(' ')
