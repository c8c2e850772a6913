import { useQuery } from '@tanstack/react-query'
import { audienceNames } from '#contract/sales/audiences'
import { MIN_AUDIENCE_SIZE } from '#domain/sales/campaigns/audience'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Select } from '../../platform/ui/forms/Select.tsx'
import type { PartProps } from './articles/CampaignName.tsx'
import { fieldId } from './articles/fieldId.ts'

/** Target of the campaign: everybody or an audience. Read-only for members who may not see audiences. */
export function CampaignAudience(props: PartProps) {
  const { may } = useMerchant()
  const { draft, problemOf } = props
  if (may('audienceNames')) return <Choice {...props} />
  const { audienceName } = draft.campaign
  const problem = problemOf('audienceUuid')
  return (
    <p id={fieldId('audienceUuid')} tabIndex={-1} className="text-md">
      <span className="block pb-1 text-sm font-medium text-ink-2">{t('campaigns.field.audienceUuid')}</span>
      {audienceName ?? t('campaigns.audience.everybody')}
      <span className={`block pt-1 text-sm ${problem === null ? 'text-ink-3' : 'text-danger-ink'}`}>
        {problem ?? t('campaigns.audience.ask')}
      </span>
    </p>
  )
}

function Choice({ draft: { campaign, terms, change }, problemOf }: PartProps) {
  const { merchantId, flag } = useMerchant()
  const { data } = useQuery(query(audienceNames, { params: { merchantId }, quiet: true }))
  const chosen = terms.audienceUuid
  // An erased audience stays visible, so that it can be deselected.
  const isGone = chosen !== null && data !== undefined && !data.some(({ uuid }) => uuid === chosen)
  const isUnread = chosen !== null && data === undefined
  return (
    <Field
      label={t('campaigns.field.audienceUuid')}
      id={fieldId('audienceUuid')}
      error={problemOf('audienceUuid')}
      help={t('campaigns.audience.help')}
      aside={
        <Anchor href={paths.audiences(merchantId, flag)} className={`inline-flex items-center max-md:min-h-11 ${linkClass}`}>
          {t('campaigns.audience.manage')}
        </Anchor>
      }
    >
      <Select value={chosen ?? ''} onChange={(event) => change('audienceUuid', event.target.value === '' ? null : event.target.value)}>
        <option value="">{t('campaigns.audience.everybody')}</option>
        {(isGone || isUnread) && (
          <option value={chosen ?? ''}>{campaign.audienceUuid === chosen ? (campaign.audienceName ?? '…') : '…'}</option>
        )}
        {data?.map(({ uuid, name, size, gap }) => (
          <option key={uuid} value={uuid} disabled={gap !== null && uuid !== chosen}>
            {gap === null
              ? t('campaigns.audience.option', { name, count: size })
              : t(`campaigns.audience.gap.${gap}`, { name, least: MIN_AUDIENCE_SIZE })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
