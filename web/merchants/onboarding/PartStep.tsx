import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { FieldCode } from '#domain/merchants/company/fields'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { camelKey } from '../../platform/api/wire.ts'
import { t } from '../../platform/i18n/t.ts'
import { go } from '../../platform/routes/go.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import type { FieldName } from '../company/fieldLabel.ts'
import { FieldSummary } from '../company/FieldSummary.tsx'
import type { FormPart } from '../company/FormParts.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import type { FieldForm } from '../company/useFieldForm.ts'
import { onboardingRead } from './onboardingReads.ts'
import { StepFrame } from './StepFrame.tsx'

type PartStepProps<F extends FieldName> = {
  onboarding: Onboarding
  step: OnboardingStep
  parts: readonly FormPart<F>[]
  form: FieldForm<F>
  /** What the address of each part names besides it. */
  search?: Record<string, string>
  /** After the last part, once everything is saved and nothing is missing. */
  onDone: () => Promise<unknown>
  doneLabel?: string
  /** Asks somebody else for the step's data. */
  onDelegate?: () => void
  below?: ReactNode
}

/**
 * A step whose form is asked a few fields at a time: each part has its address, is saved by itself, and is left once its own fields are right. Without a
 * part in the address, the step goes on where something is missing; a part without fields sums up.
 */
export function PartStep<F extends FieldName>({
  onboarding,
  step,
  parts,
  form,
  search = {},
  onDone,
  doneLabel,
  onDelegate,
  below,
}: PartStepProps<F>) {
  const client = useQueryClient()
  const lacking = (part: FormPart<F>) => part.fields.some((name) => form.gaps.has(name))
  const [resumed] = useState(() => (parts.find(lacking) ?? parts.find(({ fields }) => fields.length === 0) ?? parts[0])?.name)
  const { part: partName, field } = useAddress().search
  const partOfField = field === undefined ? undefined : parts.find(({ fields }) => fields.some((name) => name === camelKey(field)))
  const current = partOfField ?? parts.find(({ name }) => name === partName) ?? parts.find(({ name }) => name === resumed)
  const titleRef = useFocusOnChange(current?.name)
  const titleId = useId()
  if (!current) return null
  const at = parts.indexOf(current)
  const hrefOf = ({ name }: FormPart<F>) => paths.onboarding(step, { ...search, part: name })
  const before = parts[at - 1]
  const next = parts[at + 1]
  const goOn = async () => {
    if (!form.check(current.fields) || !(await form.save())) return
    // What is done may complete the step, or a change that was asked for.
    void client.invalidateQueries(onboardingRead())
    const target = next ?? parts.find(lacking)
    if (target) go(hrefOf(target))
    else await onDone()
  }
  return (
    <StepFrame
      onboarding={onboarding}
      step={step}
      part={{ at: at + 1, all: parts.length }}
      backHref={before && hrefOf(before)}
      state={<SaveState form={form} />}
      onContinue={goOn}
      {...(!next && doneLabel !== undefined && { continueLabel: doneLabel })}
    >
      <SaveProblem form={form} />
      <FieldSummary wrong={wrongOf(form, current)} />
      <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 ref={titleRef} id={titleId} tabIndex={-1} className="text-title-sm outline-none">
            {t(current.title)}
          </h2>
          {onDelegate && at === 0 && (
            <Button size="small" onClick={onDelegate}>
              {t('onboarding.delegate')}
            </Button>
          )}
        </div>
        {current.show(form)}
      </section>
      {below}
    </StepFrame>
  )
}

/** A heading that gets the focus when its part takes the place of another one, so that the keyboard begins there and it is read out. */
function useFocusOnChange(name: string | undefined) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    ref.current?.focus({ preventScroll: true })
  }, [name])
  return ref
}

/** What is missing or wrong in a part, in the order of its fields. */
const wrongOf = <F extends FieldName>({ wrong }: FieldForm<F>, { fields }: FormPart<F>): Map<F, FieldCode> =>
  new Map(
    fields.flatMap((name) => {
      const code = wrong.get(name)
      return code === undefined ? [] : [[name, code] as const]
    }),
  )
