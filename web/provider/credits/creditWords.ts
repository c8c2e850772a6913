import type { CreditDetail, ListedCredit } from '#contract/provider/credits'
import { joinTexts } from '#domain/platform/direction'
import { dateTime, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

export const creditKinds: Readonly<Record<ListedCredit['state'], StatusKind>> = {
  refunding: 'accepted-paused',
  needs_account: 'customer',
  transferring: 'accepted-paused',
  paid: 'accepted-filled',
}

type Payment = CreditDetail['payments'][number]

export const paymentKinds: Readonly<Record<Payment['state'], StatusKind>> = {
  asked: 'upcoming',
  pending: 'accepted-paused',
  succeeded: 'accepted-filled',
  declined: 'rejected',
}

/** When cards are asked next, or since when staff must look. */
export function nextText({ taskSince, nextAt, state }: ListedCredit): string {
  if (taskSince !== null) return t('credits.task', { since: nearTime(taskSince) })
  return nextAt === null || state !== 'refunding' ? '' : t('credits.next', { at: nearTime(nextAt) })
}

/** When an attempt was made, its reference or account, and why it failed or who made it. */
export const paymentText = ({ createdAt, reference, accountLast4, reason, by, retryAt }: Payment): string =>
  joinTexts([
    dateTime(createdAt),
    ...(reference === null ? [] : [reference]),
    ...(accountLast4 === null ? [] : [`•••• ${accountLast4}`]),
    ...(by === null ? [] : [by]),
    ...(reason === null ? [] : [reason]),
    ...(retryAt === null ? [] : [t('credits.retryAt', { at: nearTime(retryAt) })]),
  ])
