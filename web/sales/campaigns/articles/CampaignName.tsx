import { t } from '../../../platform/i18n/t.ts'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { fieldId } from './fieldId.ts'
import type { CampaignDraft } from '../useCampaignDraft.ts'

/** What every part of the form needs. `problemOf` gives a field's sentence once it may be said. */
export type PartProps = { draft: CampaignDraft; problemOf: (field: string) => string | null }

/** What the shop calls it; customers do not see it. */
export function CampaignName({ draft: { terms, change }, problemOf }: PartProps) {
  return (
    <Field label={t('campaigns.field.name')} help={t('campaigns.name.help')} id={fieldId('name')} error={problemOf('name')}>
      <TextInput value={terms.name} maxLength={80} autoComplete="off" onChange={(event) => change('name', event.target.value)} />
    </Field>
  )
}
