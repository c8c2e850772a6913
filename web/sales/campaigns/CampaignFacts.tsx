import type { Campaign } from '#contract/sales/campaigns'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { amountsText, budgetText, channelsText, endText, listed, scopeText, startText } from './campaignText.ts'

/** Read-only terms of the campaign. `ends`: include end and budget, when they are not editable beside it. */
export function CampaignFacts({ campaign, ends }: { campaign: Campaign; ends: boolean }) {
  const { interest, numInstalments, waitingPeriod, channels } = campaign
  return (
    <DefinitionList
      items={[
        { key: 'start', term: t('campaigns.field.startDate'), value: startText(campaign.startDate) },
        ...(ends ? [{ key: 'end', term: t('campaigns.field.endDate'), value: endText(campaign.endDate) }] : []),
        { key: 'interest', term: t('campaigns.fact.interest'), value: interest === null ? '—' : percent(interest) },
        {
          key: 'numbers',
          term: t('campaigns.field.numInstalments'),
          value: numInstalments.length === 0 ? '—' : listed(numInstalments.map(String)),
        },
        { key: 'waiting', term: t('campaigns.field.waitingPeriod'), value: t(`campaigns.waiting.${waitingPeriod as 0 | 1 | 2 | 3}`) },
        { key: 'scope', term: t('campaigns.field.scope'), value: scopeText(campaign) },
        { key: 'amounts', term: t('campaigns.field.amounts'), value: amountsText(campaign) },
        { key: 'channels', term: t('campaigns.field.channels'), value: channelsText(channels) },
        { key: 'audience', term: t('campaigns.field.audienceUuid'), value: campaign.audienceName ?? t('campaigns.audience.everybody') },
        ...(ends ? [{ key: 'budget', term: t('campaigns.field.budgetAmount'), value: budgetText(campaign) }] : []),
      ]}
    />
  )
}
