import '../../platform/ui/forms/checkbox.css'
import { channels } from '#domain/sales/operations/states'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { CampaignAudience } from './CampaignAudience.tsx'
import type { PartProps } from './articles/CampaignName.tsx'
import { fieldId } from './articles/fieldId.ts'
import { GroupField } from './GroupField.tsx'

const scopes = ['bulk', 'single'] as const

/** Orders that the campaign covers: catalogue or articles, amounts; unless `short` channels and audience. */
export function CampaignScope({ short, ...part }: PartProps & { short: boolean }) {
  const {
    draft: { campaign, terms, change },
    problemOf,
  } = part
  return (
    <FormSection title={t('campaigns.section.reach')}>
      <GroupField field="scope" label={t('campaigns.field.scope')} error={null}>
        {scopes.map((scope) => (
          <label key={scope} className="tick-target">
            <input type="radio" name="scope" className="mt-1" checked={terms.scope === scope} onChange={() => change('scope', scope)} />
            <span>
              {t(`campaigns.scope.${scope}`)}
              <span className="block text-sm text-ink-3">
                {scope === 'bulk' ? t('campaigns.scope.bulk.help') : t('campaigns.articles', { count: campaign.articleCount })}
              </span>
            </span>
          </label>
        ))}
      </GroupField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['minOrderAmount', 'maxOrderAmount'] as const).map((field) => (
          <Field
            key={field}
            label={t(`campaigns.field.${field}`)}
            id={fieldId(field)}
            error={problemOf(field)}
            help={t(`campaigns.${field}.help`)}
          >
            <MoneyInput value={terms[field]} onChange={(amount, readable) => readable && change(field, amount || null)} />
          </Field>
        ))}
      </div>
      {!short && <CampaignReach {...part} />}
    </FormSection>
  )
}

/** Channels and audience of a campaign. */
export function CampaignReach(part: PartProps) {
  const {
    draft: { terms, change },
    problemOf,
  } = part
  return (
    <>
      <GroupField field="channels" label={t('campaigns.field.channels')} error={problemOf('channels')}>
        {channels.map((channel) => (
          <Checkbox
            key={channel}
            label={t(`campaigns.channel.${channel}`)}
            checked={terms.channels.includes(channel)}
            onChange={(event) =>
              change(
                'channels',
                channels.filter((one) => (one === channel ? event.target.checked : terms.channels.includes(one))),
              )
            }
          />
        ))}
      </GroupField>
      <CampaignAudience {...part} />
    </>
  )
}
