import { useState, type ReactNode } from 'react'
import { addDays, localDate } from '#domain/platform/dates'
import { confirmationHours } from '#domain/provider/staff'
import { earliestStart } from '#domain/sales/plans/termsVersions'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import type { PayoutTermsView } from '#contract/provider/prices'
import { type PayoutDraft, payoutDraftProblems, type PayoutFieldProblems } from './payoutDraft.ts'
import { PayoutFields } from './PayoutFields.tsx'
import { draftProblems, type TermsDraft } from './termsDraft.ts'
import { TermsFields } from './TermsFields.tsx'
import { fieldsOf, type TermField } from './termsText.ts'

type ProposalFormProps = {
  drafts: readonly TermsDraft[]
  onChange: (product: TermsDraft['product'], values: Partial<TermsDraft>) => void
  payout: { draft: PayoutDraft; change: (values: Partial<PayoutDraft>) => void; listed: PayoutTermsView | null }
  bounds: { today: string; noticeDays: number; maxTae: number }
  /** Whether a product may follow the price list or not be offered. */
  withKind: boolean
  /** The products that are sent, in their order: the server names a problem's place among them. */
  sentProducts: readonly TermsDraft['product'][]
  /** Whether anything becomes worse: then the notice counts. */
  worse: boolean
  /** What the proposal would mean. */
  effect: ReactNode
  back: string
  write: { busy: boolean; problem: string | null; fieldProblem: (name: string) => string | null }
  onSubmit: (effectiveOn: string) => void
}

const wireName = (field: TermField): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The notice counts from the confirmation by a second person: unless another day is typed, there is time for it. */
const confirmationDays = confirmationHours / 24

/** A new version: its first day, the terms of each product, and beside them what they would mean. */
export function ProposalForm({
  drafts,
  onChange,
  payout,
  bounds,
  withKind,
  sentProducts,
  worse,
  effect,
  back,
  write,
  onSubmit,
}: ProposalFormProps) {
  const earliest = earliestStart(localDate(bounds.today), worse, bounds.noticeDays)
  const [day, setDay] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  const effectiveOn = day ?? addDays(earliest, confirmationDays)
  const problems = drafts.map((draft) => draftProblems(draft, bounds.maxTae))
  const payoutProblems = payoutDraftProblems(payout.draft)
  const tooEarly = effectiveOn < earliest ? t('prices.start.early', { day: date(earliest) }) : null
  const submit = () => {
    setSent(true)
    const [wrong] = drafts.flatMap(({ product }, index) =>
      fieldsOf(product)
        .filter((field) => problems[index]?.[field])
        .map((field) => `${product}-${field}`),
    )
    if (tooEarly !== null) return document.getElementById('effective-on')?.focus()
    const [payoutWrong] = Object.keys(payoutProblems)
    if (wrong !== undefined) return document.getElementById(wrong)?.focus()
    if (payoutWrong !== undefined) return document.getElementById(`payout-${payoutWrong}`)?.focus()
    onSubmit(effectiveOn)
  }
  const shownProblems = (index: number, { product }: TermsDraft) =>
    Object.fromEntries(
      fieldsOf(product).map((field) => [
        field,
        (sent ? problems[index]?.[field] : undefined) ??
          write.fieldProblem(`products.${sentProducts.indexOf(product)}.terms.${wireName(field)}`) ??
          undefined,
      ]),
    )
  return (
    <Form onSubmit={submit} className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(17.5rem,23.75rem)]">
      <div className="grid min-w-0 content-start gap-8">
        <Field
          id="effective-on"
          className="max-w-[340px]"
          label={t('prices.start')}
          help={t('prices.start.help')}
          error={(sent || day !== null ? tooEarly : null) ?? write.fieldProblem('effective_on')}
        >
          <DateInput value={effectiveOn} min={earliest} onChange={(value) => setDay(value)} pickerLabel={t('prices.start.pick')} />
        </Field>
        {drafts.map((draft, index) => (
          <TermsFields
            key={draft.product}
            draft={draft}
            withKind={withKind}
            problems={shownProblems(index, draft)}
            onChange={(values) => onChange(draft.product, values)}
          />
        ))}
        <PayoutFields
          draft={payout.draft}
          onChange={payout.change}
          listed={payout.listed}
          problems={shownPayoutProblems(sent ? payoutProblems : {}, write.fieldProblem)}
        />
      </div>
      <aside className="grid min-w-0 content-start gap-5 lg:sticky lg:top-6 lg:self-start">
        <FormSection title={t('prices.effect')}>
          {effect}
          {worse && <Banner tone="warning">{t('prices.worse', { days: bounds.noticeDays, day: date(earliest) })}</Banner>}
        </FormSection>
        {write.problem && <ErrorBanner>{write.problem}</ErrorBanner>}
        <p className="text-md text-ink-3">{t('prices.told')}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="filled" busy={write.busy} busyLabel={t('shell.sending')}>
            {t('prices.propose')}
          </Button>
          <Button href={back}>{t('shell.back')}</Button>
        </div>
      </aside>
    </Form>
  )
}

const payoutWireNames = {
  reserveRate: 'payout.reserve.rate',
  reserveDays: 'payout.reserve.days',
  minimumFee: 'payout.minimum_fee',
} as const

function shownPayoutProblems(own: PayoutFieldProblems, fieldProblem: (name: string) => string | null): PayoutFieldProblems {
  const fields = ['reserveRate', 'reserveDays', 'minimumFee'] as const
  return Object.fromEntries(fields.map((field) => [field, own[field] ?? fieldProblem(payoutWireNames[field]) ?? undefined]))
}
