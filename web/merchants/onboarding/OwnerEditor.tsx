import type { Owner } from '#contract/merchants/owners'
import type { Onboarding } from '#contract/merchants/onboarding'
import { shareProblem, type OwnershipType } from '#domain/merchants/company/ownership'
import { focusField } from '../company/fieldId.ts'
import { OwnerFields } from '../company/OwnerFields.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { useOwnerForm } from '../company/useOwnerForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { StepFrame } from './StepFrame.tsx'

type OwnerEditorProps = { onboarding: Onboarding; owner: Owner; ownership: OwnershipType | null }

/** The form of one owner; returns to the list when complete. */
export function OwnerEditor({ onboarding, owner, ownership }: OwnerEditorProps) {
  const form = useOwnerForm(owner, { auto: true })
  const share = ownership && shareProblem(ownership, { percentage: form.values.percentage as number | null, controlType: null }) // its kind
  const onContinue = async () => {
    if (!form.check() || !(await form.save())) return
    if (share) focusField('percentage')
    else go(paths.onboarding('owner'))
  }
  return (
    <StepFrame
      onboarding={onboarding}
      step="owner"
      state={<SaveState form={form} />}
      onContinue={onContinue}
      continueLabel={t('onboarding.ownerDone')}
    >
      <SaveProblem form={form} />
      <OwnerFields form={form} ownership={ownership} />
    </StepFrame>
  )
}
