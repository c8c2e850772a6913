import { t } from '../../../platform/i18n/t.ts'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { fieldId } from './fieldId.ts'
import type { CampaignDraft } from '../useCampaignDraft.ts'

/** Props of every part of the form. `problemOf` returns a field's message once it should be shown. */
export type PartProps = { draft: CampaignDraft; problemOf: (field: string) => string | null }

/** Internal name of the campaign; customers do not see it. */
export function CampaignName({ draft: { terms, change }, problemOf }: PartProps) {
  return (
    <Field label={t('campaigns.field.name')} help={t('campaigns.name.help')} id={fieldId('name')} error={problemOf('name')}>
      <TextInput value={terms.name} maxLength={80} autoComplete="off" onChange={(event) => change('name', event.target.value)} />
    </Field>
  )
}
