import { useState } from 'react'
import type { AgreedProduct, AgreedTerms } from '#contract/provider/prices'
import { basisPoints } from '#domain/platform/money'
import type { Product } from '#domain/sales/operations/states'
import { type TermsField, termsProblems } from '#domain/sales/plans/terms'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { fieldsOf, offerOf, type TermField } from './termsText.ts'

/** Whose terms a product has in a proposal: typed ones, those of the price list, or none, because it is not offered. */
export type DraftKind = 'typed' | 'list' | 'off'

/** A product while it is being typed; null is an empty or unreadable figure. */
export type TermsDraft = {
  product: Product
  kind: DraftKind
  feeRate: number | null
  feeFixed: number | null
  tin: number | null
  openingFeeRate: number | null
  minAmount: number | null
  maxAmount: number | null
  /** Numbers of instalments, separated by commas. */
  counts: string
  downpayment: AgreedTerms['downpayment']
  captureMode: AgreedTerms['captureMode']
}

export const draftOf = (product: Product, kind: DraftKind, { instalmentsAllowed, ...terms }: AgreedTerms): TermsDraft => ({
  ...terms,
  product,
  kind,
  counts: instalmentsAllowed.join(', '),
})

/** The terms of a draft; null while a figure is missing. */
export function termsOf(draft: TermsDraft): AgreedTerms | null {
  const { feeRate, feeFixed, tin, openingFeeRate, minAmount, maxAmount, counts, downpayment, captureMode } = draft
  const instalmentsAllowed = counts
    .split(/[^\d]+/)
    .filter(Boolean)
    .map(Number)
  if (feeRate === null || feeFixed === null || tin === null || openingFeeRate === null || minAmount === null || maxAmount === null)
    return null
  if (instalmentsAllowed.length === 0) return null
  return { feeRate, feeFixed, tin, openingFeeRate, minAmount, maxAmount, instalmentsAllowed, downpayment, captureMode }
}

/** A product of a proposal for a merchant; null while a figure is missing. */
export function agreedOf(draft: TermsDraft): AgreedProduct | null {
  const { product, kind } = draft
  if (kind !== 'typed') return { product, enabled: kind !== 'off', terms: null }
  const terms = termsOf(draft)
  return terms && { product, enabled: true, terms }
}

const domainNames: Readonly<Record<TermField, TermsField>> = {
  feeRate: 'feeRate',
  feeFixed: 'feeFixedCents',
  tin: 'tin',
  openingFeeRate: 'openingFeeRate',
  minAmount: 'minCents',
  maxAmount: 'maxCents',
  instalmentsAllowed: 'instalmentsAllowed',
  downpayment: 'downpayment',
  captureMode: 'captureMode',
}

/** What is wrong with a draft, by field, before it is sent; the server's sentences say more. */
export function draftProblems(draft: TermsDraft, maxTae: number): Partial<Record<TermField, string>> {
  const terms = termsOf(draft)
  if (draft.kind !== 'typed') return {}
  if (terms === null) {
    const missing = fieldsOf(draft.product).filter((field) =>
      field === 'instalmentsAllowed' ? draft.counts.trim() === '' : draft[field] === null,
    )
    return Object.fromEntries(missing.map((field) => [field, t('errors.field.required')]))
  }
  const problems = termsProblems(offerOf(draft.product, terms), basisPoints(maxTae))
  return Object.fromEntries(
    fieldsOf(draft.product).flatMap((field) => {
      const problem = problems.find((one) => one.field === domainNames[field])
      return problem ? [[field, problemText(problem.code, maxTae)]] : []
    }),
  )
}

const problemText = (code: ReturnType<typeof termsProblems>[number]['code'], maxTae: number): string =>
  code === 'tae' ? t('prices.problem.tae', { most: percent(maxTae) }) : t(`prices.problem.${code}`)

/** The drafts of a form. */
export function useDrafts(initial: () => TermsDraft[]) {
  const [drafts, setDrafts] = useState(initial)
  const change = (product: Product, values: Partial<TermsDraft>) =>
    setDrafts((all) => all.map((one) => (one.product === product ? { ...one, ...values } : one)))
  return { drafts, change }
}
