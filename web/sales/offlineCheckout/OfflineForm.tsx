import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { afterPointerUp } from './afterPointerUp.ts'
import { AmountSection } from './AmountSection.tsx'
import { CustomerSection } from './CustomerSection.tsx'
import { DeliverySection } from './DeliverySection.tsx'
import type { Problems } from './draftProblems.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { SectionProps } from './sectionProps.ts'
import { PlanSection } from './PlanSection.tsx'
import { SaleOutcome } from './SaleOutcome.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import { prepareSound } from './tillSignals.ts'
import { useFirstFocus } from './useFirstFocus.ts'
import { useOfflineAddress } from './useOfflineAddress.ts'
import type { Sale } from './useSale.ts'

/** Client-side problems, shown once a field was blurred or the form was submitted, and the server's until the sale changes. */
function useVisibleProblems(sale: Sale) {
  const { problems, phase } = sale
  const [submitted, setSubmitted] = useState(false)
  const [blurred, setBlurred] = useState<ReadonlySet<string>>(new Set())
  const refused = phase.name === 'refused' && isApiFailure(phase.error) ? phase.error.fields : null
  const visible = new Map([...problems].filter(([field]) => submitted || blurred.has(field)))
  for (const [field, { message }] of refused ?? []) visible.set(field, message)
  return {
    visible: visible as Problems,
    submitted,
    setSubmitted,
    blur: (field: string) => afterPointerUp(() => setBlurred((fields) => new Set([...fields, field]))),
  }
}

/** The full form of a sale. Read-only for a guest. */
export function OfflineForm({ sale, replaces }: { sale: Sale; replaces: string | null }) {
  const { may, merchantId, flag } = useMerchant()
  const { hrefOf } = useOfflineAddress()
  const formId = useId()
  const summary = useRef<HTMLDivElement>(null)
  const heading = useFirstFocus()
  const { visible, submitted, setSubmitted, blur } = useVisibleProblems(sale)
  const readOnly = !may('checkoutOfflineCreate')
  const idOf = (field: string) => `${formId}-${field}`
  const section: SectionProps = { sale, problemOf: (field) => visible.get(field) ?? null, idOf }

  const submit = () => {
    setSubmitted(true)
    if (sale.problems.size > 0) return void requestAnimationFrame(() => summary.current?.focus())
    prepareSound()
    sale.send()
  }
  // A barcode scanner ends with Enter, which must not submit an incomplete form: it moves to the next field.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return
    event.preventDefault()
    const fields = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('input:not([tabindex="-1"]), select, textarea, button[type=submit]'),
    ]
    fields[fields.indexOf(event.target) + 1]?.focus()
  }

  return (
    <article aria-labelledby={`${formId}-title`}>
      <BackLink href={paths.operations(merchantId, flag)}>{t('operations.detail.back')}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-4 pb-6">
        <h1
          ref={heading}
          tabIndex={-1}
          id={`${formId}-title`}
          className="font-display text-title-lg leading-tight font-title tracking-tight"
        >
          {t(replaces === null ? 'offlineCheckout.form.title' : 'offlineCheckout.form.titleReplace')}
        </h1>
        {!readOnly && <Button href={hrefOf({ view: 'counter', replaces })}>{t('offlineCheckout.form.toCounter')}</Button>}
      </div>
      {readOnly && (
        <div className="pb-6">
          <Banner title={t('offlineCheckout.guest.title')}>{t('offlineCheckout.guest.detail')}</Banner>
        </div>
      )}
      {replaces !== null && (
        <div className="pb-6">
          <Banner>{t('offlineCheckout.replacing')}</Banner>
        </div>
      )}
      <Form
        className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21.25rem]"
        onKeyDown={onKeyDown}
        onBlur={(event) => event.target instanceof HTMLElement && event.target.dataset['field'] && blur(event.target.dataset['field'])}
        onSubmit={submit}
      >
        <fieldset disabled={readOnly || sale.sending} className="grid min-w-0 max-w-md gap-9">
          {(submitted || sale.phase.name === 'refused') && visible.size > 0 && (
            <ErrorSummary ref={summary} problems={visible} idOf={idOf} />
          )}
          <AmountSection {...section} />
          <PlanSection {...section} />
          <CustomerSection {...section} />
          <DeliverySection {...section} />
        </fieldset>
        <SaleSummary sale={sale} readOnly={readOnly}>
          <SaleOutcome sale={sale} />
        </SaleSummary>
      </Form>
    </article>
  )
}
