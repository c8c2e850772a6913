import type { Owner } from '#contract/merchants/owners'
import type { Onboarding } from '#contract/merchants/onboarding'
import { shareProblem, type OwnershipType } from '#domain/merchants/company/ownership'
import { ownerParts } from '../company/ownerParts.tsx'
import { useOwnerForm } from '../company/useOwnerForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { PartStep } from './PartStep.tsx'

type OwnerEditorProps = { onboarding: Onboarding; owner: Owner; ownership: OwnershipType | null }

/** The form of one owner; returns to the list when complete. */
export function OwnerEditor({ onboarding, owner, ownership }: OwnerEditorProps) {
  const form = useOwnerForm(owner, { auto: true })
  const share = ownership && shareProblem(ownership, { percentage: form.values.percentage as number | null, controlType: null }) // its kind
  const search = { ownerId: owner.id }
  return (
    <PartStep
      onboarding={onboarding}
      step="owner"
      parts={ownerParts(ownership)}
      form={form}
      search={search}
      onDone={async () => go(paths.onboarding('owner', share ? { ...search, field: 'percentage' } : {}))}
      doneLabel={t('onboarding.ownerDone')}
    />
  )
}
