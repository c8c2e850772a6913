import { useState } from 'react'
import type { OwnPayoutTermsView, PayoutTermsView } from '#contract/provider/prices'
import { isWorsePayout, payoutProblems, type OwnPayoutTerms, type PayoutProblem, type PayoutTerms } from '#domain/money/payoutTerms'
import { basisPoints, cents } from '#domain/platform/money'
import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** How a merchant is paid, while it is being typed. `list`: as the price list says; null is an empty or unreadable figure. */
export type PayoutDraft = {
  frequency: 'list' | 'daily' | 'weekly'
  reserve: 'list' | 'typed'
  reserveRate: number | null
  reserveDays: string
  minimumFee: 'list' | 'typed'
  minimumFeeCents: number | null
}
export type PayoutFieldProblems = Partial<Record<PayoutProblem['field'], string>>

/** A draft of terms, where `own` differ from the price list's; of the price list itself, `own` are the terms. */
export const payoutDraftOf = (terms: PayoutTermsView, own: OwnPayoutTermsView): PayoutDraft => ({
  frequency: own.frequency ?? 'list',
  reserve: own.reserve === null ? 'list' : 'typed',
  reserveRate: terms.reserve.rate,
  reserveDays: String(terms.reserve.days),
  minimumFee: own.minimumFee === null ? 'list' : 'typed',
  minimumFeeCents: terms.minimumFee,
})

const daysOf = (text: string): number | null => (/^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : null)

/** The terms of a draft; null while a figure is missing. */
export function payoutOf({
  frequency,
  reserve,
  reserveRate,
  reserveDays,
  minimumFee,
  minimumFeeCents,
}: PayoutDraft): OwnPayoutTermsView | null {
  const days = daysOf(reserveDays)
  if (reserve === 'typed' && (reserveRate === null || days === null)) return null
  if (minimumFee === 'typed' && minimumFeeCents === null) return null
  return {
    frequency: frequency === 'list' ? null : frequency,
    reserve: reserve === 'typed' && reserveRate !== null && days !== null ? { rate: reserveRate, days } : null,
    minimumFee: minimumFee === 'typed' ? minimumFeeCents : null,
  }
}

/** Terms of the price list, which says everything; null while a figure is missing. */
export function listPayoutOf(draft: PayoutDraft): PayoutTermsView | null {
  const terms = payoutOf(draft)
  if (terms === null || terms.frequency === null || terms.reserve === null || terms.minimumFee === null) return null
  return { frequency: terms.frequency, reserve: terms.reserve, minimumFee: terms.minimumFee }
}

/** Terms for the domain's rules. */
function domainPayout(terms: PayoutTermsView): PayoutTerms
function domainPayout(terms: OwnPayoutTermsView): OwnPayoutTerms
function domainPayout({ frequency, reserve, minimumFee }: OwnPayoutTermsView): OwnPayoutTerms {
  return {
    frequency,
    reserve: reserve && { rate: basisPoints(reserve.rate), days: reserve.days },
    minimumFeeCents: minimumFee === null ? null : cents(minimumFee),
  }
}

/** Before the first version of the price list. */
export const noPayout: PayoutTermsView = { frequency: 'daily', reserve: { rate: 0, days: 90 }, minimumFee: 0 }

/** The terms of a merchant: its own, and where it has none those of the price list. */
export const payoutOver = (listed: PayoutTermsView, own: OwnPayoutTermsView): PayoutTermsView => ({
  frequency: own.frequency ?? listed.frequency,
  reserve: own.reserve ?? listed.reserve,
  minimumFee: own.minimumFee ?? listed.minimumFee,
})

/** Whether a merchant is paid later or less. */
export const isWorsePayoutView = (before: PayoutTermsView, after: PayoutTermsView): boolean =>
  isWorsePayout(domainPayout(before), domainPayout(after))

/** What is wrong with a draft, by field, before it is sent. */
export function payoutDraftProblems(draft: PayoutDraft): PayoutFieldProblems {
  const terms = payoutOf(draft)
  if (terms !== null) return Object.fromEntries(payoutProblems(domainPayout(terms)).map(({ field }) => [field, t('prices.problem.range')]))
  const required = t('errors.field.required')
  return {
    ...(draft.reserve === 'typed' && draft.reserveRate === null && { reserveRate: required }),
    ...(draft.reserve === 'typed' &&
      daysOf(draft.reserveDays) === null && { reserveDays: draft.reserveDays.trim() === '' ? required : t('prices.problem.range') }),
    ...(draft.minimumFee === 'typed' && draft.minimumFeeCents === null && { minimumFee: required }),
  }
}

/** The terms, by field, as people read them. */
export const payoutRows = ({ frequency, reserve, minimumFee }: PayoutTermsView) => ({
  frequency: t(`prices.payout.frequency.${frequency}`),
  reserve:
    reserve.rate === 0 ? t('prices.payout.noReserve') : t('prices.payout.reserveOf', { rate: percent(reserve.rate), days: reserve.days }),
  minimumFee: minimumFee === 0 ? t('prices.payout.noMinimumFee') : money(minimumFee),
})
export const payoutRowNames = ['frequency', 'reserve', 'minimumFee'] as const

export function usePayoutDraft(initial: () => PayoutDraft) {
  const [draft, setDraft] = useState(initial)
  return { draft, change: (values: Partial<PayoutDraft>) => setDraft((all) => ({ ...all, ...values })) }
}
