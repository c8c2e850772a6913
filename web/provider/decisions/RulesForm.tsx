import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleDecisionRulesChange, consoleDecisionRulesTry } from '#contract/provider/decisions'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { Failure } from '../frame/ReadState.tsx'
import { DryRun } from './DryRun.tsx'
import { ThresholdFields } from './ThresholdFields.tsx'
import { isSame, thresholdsOf, typedOf, type Thresholds } from './thresholds.ts'

const fewestLetters = 3

/** A new version of the thresholds: typed, tried on what was decided, and requested. */
export function RulesForm({ inForce }: { inForce: Thresholds }) {
  const [typed, setTyped] = useState(() => typedOf(inForce))
  const [on, setOn] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState<'try' | 'change' | null>(null)
  const [tried, setTried] = useState<Thresholds | null>(null)
  const thresholds = thresholdsOf(typed)
  const same = thresholds !== null && isSame(thresholds, inForce)
  const run = useQuery({
    ...consoleQuery(consoleDecisionRulesTry, { query: queryOf(tried ?? inForce) }),
    enabled: tried !== null,
    refetchInterval: false,
  })
  const change = useConsoleWrite(consoleDecisionRulesChange, {
    done: t('decisions.rules.changed'),
    onDone: () => {
      setReason('')
      setSent(null)
    },
  })
  const isShort = reason.trim().length < fewestLetters
  const send = () => {
    setSent('change')
    if (thresholds === null) return
    if (isShort) return document.getElementById('rules-reason')?.focus()
    change.send({ body: { thresholds, effectiveOn: on, reason: reason.trim() } })
  }
  return (
    <form
      noValidate
      className="max-w-[840px]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <ThresholdFields typed={typed} inForce={inForce} sent={sent !== null} onChange={setTyped} />
        <Field label={t('decisions.rules.when')} help={t('decisions.rules.when.help')} error={change.fieldProblem('effectiveOn')}>
          <DateInput value={on} onChange={setOn} pickerLabel={t('decisions.rules.when.pick')} />
        </Field>
        <Field
          id="rules-reason"
          label={t('decisions.reason')}
          error={sent === 'change' && isShort ? t('decisions.reason.short') : change.fieldProblem('reason')}
          required
        >
          <TextInput maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
      {change.problem && (
        <div className="mt-4">
          <ErrorBanner>{change.problem}</ErrorBanner>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          busy={run.isFetching}
          busyLabel={t('decisions.rules.trying')}
          sends={false}
          onClick={() => {
            setSent('try')
            setTried(thresholds)
          }}
        >
          {t('decisions.rules.try')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          busy={change.busy}
          busyLabel={t('shell.sending')}
          disabledReason={same ? t('decisions.rules.same') : null}
        >
          {t('decisions.rules.change')}
        </Button>
      </div>
      {tried !== null && run.error !== null && <Failure error={run.error} onRetry={() => void run.refetch()} />}
      {tried !== null && run.data && <DryRun run={run.data} />}
    </form>
  )
}

/** As a query: an empty value is not sent. */
const queryOf = ({ reviewFromCents, ...others }: Thresholds) => ({ ...others, ...(reviewFromCents !== null && { reviewFromCents }) })
