import type { Campaign } from '#contract/sales/campaigns'
import { t } from '../../platform/i18n/t.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { ArticleList } from './articles/ArticleList.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignHeader } from './CampaignHeader.tsx'
import { hasBegun } from './campaignText.ts'
import { ResultsSection } from './results/ResultsSection.tsx'

/** Read-only campaign: for a guest, or when it has ended. */
export function CampaignReadOnly({ campaign }: { campaign: Campaign }) {
  return (
    <article aria-labelledby="campaign-title">
      <CampaignHeader campaign={campaign} />
      <div className="grid max-w-[820px] gap-9">
        {hasBegun(campaign) && <ResultsSection campaign={campaign} />}
        <FormSection title={t('campaigns.section.decided')}>
          <CampaignFacts campaign={campaign} ends />
        </FormSection>
        {campaign.scope === 'single' && (
          <FormSection title={t('campaigns.section.articles')}>
            <ArticleList campaign={campaign} />
          </FormSection>
        )}
      </div>
    </article>
  )
}
