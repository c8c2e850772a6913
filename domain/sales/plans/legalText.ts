import { formatDate } from '../../platform/dates.ts'
import { formatEuros, formatPercent, type BasisPoints } from '../../platform/money.ts'
import type { Plan } from './plan.ts'

/** The sentences of the representative example, in order. */
type LegalSentence =
  | 'warning'
  | 'example'
  | 'examplePayLater'
  | 'downpayment'
  | 'fee'
  | 'lastDiffers'
  | 'free'
  | 'approval'
  | 'withdrawal'
  | 'campaign'
  | 'waiting'

/** Formatted figures, by their placeholder names. */
type LegalValues = Record<
  | 'tin'
  | 'tae'
  | 'principal_amount'
  | 'instalments_amount'
  | 'last_amount'
  | 'num_instalments'
  | 'downpayment_amount'
  | 'tax'
  | 'interest_amount'
  | 'total_due'
  | 'total_amount'
  | 'first_due_on'
  | 'last_due_on'
  | 'usual',
  string
> & {
  /** Months of waiting. */
  count: number
}

/** The terms of the shop's plans without a campaign: rate, and months without payments. */
export type UsualTerms = { referenceTin: BasisPoints; waitingMonths: number }

/**
 * The sentences a plan must show wherever it is offered, and their figures: the warning, rate, annual rate, credit, payments and total of arts. 8 and 10 of
 * Directive (EU) 2023/2225, that it is not granted yet, and the right of withdrawal (Ley 16/2011, art. 28). `usual`: the terms without a campaign, so that
 * both are shown; never the campaign's name, which may change after the signature.
 */
export function legalText(plan: Plan, usual: UsualTerms | null = null): { sentences: LegalSentence[]; values: LegalValues } {
  const last = plan.instalments.at(-1)
  const [only] = plan.instalments.length === 1 ? plan.instalments : []
  const sentences: (LegalSentence | false)[] = [
    'warning',
    only ? 'examplePayLater' : 'example',
    last?.amountCents !== plan.instalmentCents && 'lastDiffers',
    plan.downpaymentCents > 0 && 'downpayment',
    plan.openingFeeCents > 0 && 'fee',
    plan.totalInterestCents === 0 && plan.openingFeeCents === 0 && 'free',
    'approval',
    'withdrawal',
    usual !== null && plan.tin < usual.referenceTin && 'campaign',
    usual !== null && usual.waitingMonths > 0 && 'waiting',
  ]
  return { sentences: sentences.filter((one) => one !== false), values: legalValues(plan, usual) }
}

function legalValues(plan: Plan, usual: UsualTerms | null): LegalValues {
  const last = plan.instalments.at(-1)
  return {
    tin: formatPercent(plan.tin),
    tae: formatPercent(plan.tae),
    principal_amount: formatEuros(plan.principalCents),
    instalments_amount: formatEuros(plan.instalmentCents),
    last_amount: formatEuros(last?.amountCents ?? plan.instalmentCents),
    num_instalments: String(plan.instalments.length),
    downpayment_amount: formatEuros(plan.downpaymentCents),
    tax: formatEuros(plan.openingFeeCents),
    interest_amount: formatEuros(plan.totalInterestCents),
    total_due: formatEuros(plan.totalDueCents),
    total_amount: formatEuros(plan.totalPriceCents),
    first_due_on: formatDate(plan.firstDueOn),
    last_due_on: formatDate(last?.dueOn ?? plan.firstDueOn),
    usual: formatPercent(usual?.referenceTin ?? plan.tin),
    count: usual?.waitingMonths ?? 0,
  }
}
