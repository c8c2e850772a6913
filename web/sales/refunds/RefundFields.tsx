import { useState } from 'react'
import type { Operation } from '#contract/sales/operations'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { refundReasons, type RefundReason } from '../operationStatus/refundReasons.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { RefundByLines } from './RefundByLines.tsx'
import { refundCapture, refundCaptures } from './refundCapture.ts'
import type { RefundDraft } from './refundDraft.ts'
import { type Limits, ownLimit, type RefundProblem } from './refundProblem.ts'

type RefundFieldsProps = {
  operation: Operation
  draft: RefundDraft
  /** The refundable amount, of the chosen capture if any, in cents. */
  remaining: number
  problem: RefundProblem
  locked: boolean
  /** The member's own limits. */
  limits: Limits | null
  /** Whether the amount requires somebody else's approval. */
  beyond: boolean
  onChange: (content: Partial<RefundDraft>) => void
}

/** Amount (typed, "Todo" or by articles), reason, note and the shop's reference. */
export function RefundFields({ operation, draft, remaining, problem, locked, limits, beyond, onChange }: RefundFieldsProps) {
  const [more, setMore] = useState(draft.reference !== '')
  const amountError = problem === 'tooMuch' ? t('operations.refund.problem.tooMuch', { amount: money(remaining) }) : undefined
  const captures = refundCaptures(operation)
  const chosen = refundCapture(operation, draft.captureId)
  const whole = draft.amount === operation.remainingAmount && remaining > 0
  const own = ownLimit(limits, remaining)
  const oldest = chosen === null ? captures[0] : undefined
  return (
    <fieldset disabled={locked} className="min-w-0">
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-[1fr_1.25fr_1.6fr]">
        <Field
          label={t('operations.refund.amount')}
          error={amountError}
          help={
            (own || whole || oldest) && (
              <>
                {own && (
                  <span role="status" className={`block ${beyond ? 'text-in-process-ink' : ''}`}>
                    {t(`team.refund.${own.of}`, { amount: money(own.amount) })} {beyond && t('team.refund.beyond')}
                  </span>
                )}
                {whole ? t('operations.refund.whole') : oldest && t('operations.refund.oldestCapture', { date: date(oldest.created) })}
              </>
            )
          }
          aside={
            <button type="button" className={linkClass} onClick={() => onChange({ amount: remaining, byLines: false })}>
              {t('operations.refund.all')}
            </button>
          }
        >
          <MoneyInput size="large" autoFocus value={draft.amount} onChange={(amount) => onChange({ amount, byLines: false })} />
        </Field>
        <Field
          label={t('operations.refund.reasonLabel')}
          help={
            <button type="button" className={linkClass} aria-expanded={draft.byLines} onClick={() => onChange({ byLines: !draft.byLines })}>
              {t(draft.byLines ? 'operations.refund.byAmount' : 'operations.refund.byLines')}
            </button>
          }
        >
          <Select
            size="large"
            value={draft.reason}
            onChange={(event) => onChange({ reason: refundReasons.find((one) => one === event.target.value) ?? 'other' })}
          >
            {refundReasons.map((reason: RefundReason) => (
              <option key={reason} value={reason}>
                {t(`operations.refund.reason.${reason}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t(draft.reason === 'other' ? 'operations.refund.noteNeeded' : 'operations.refund.note')}
          required={draft.reason === 'other'}
          error={problem === 'note' && draft.amount ? t('operations.refund.problem.note') : undefined}
          help={
            <span className="flex flex-wrap gap-x-3">
              {t('operations.refund.noteHelp')}
              {!more && (
                <button type="button" className={linkClass} onClick={() => setMore(true)}>
                  {t('operations.refund.addReference')}
                </button>
              )}
            </span>
          }
        >
          <TextInput
            size="large"
            maxLength={250}
            placeholder={t('operations.refund.noteExample')}
            value={draft.comment}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        </Field>
        {captures.length > 0 && (
          <Field label={t('operations.refund.capture')} className="md:col-span-2">
            <Select value={chosen?.id ?? ''} onChange={(event) => onChange({ captureId: event.target.value || null })}>
              <option value="">{t('operations.refund.captureOldest')}</option>
              {captures.map(({ id, created, remainingAmount }) => (
                <option key={id} value={id}>
                  {t('operations.refund.captureOf', { date: date(created), amount: money(remainingAmount) })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {more && (
          <Field label={t('operations.refund.reference')} className="md:col-start-3">
            <TextInput
              maxLength={64}
              placeholder={t('operations.refund.referenceExample')}
              value={draft.reference}
              onChange={(event) => onChange({ reference: event.target.value })}
            />
          </Field>
        )}
      </div>
      {draft.byLines && <RefundByLines operation={operation} draft={draft} remaining={remaining} onChange={onChange} />}
    </fieldset>
  )
}
