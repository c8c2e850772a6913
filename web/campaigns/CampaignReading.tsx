import type { Campaign } from '#contract/campaigns'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { FormSection } from '../ui/FormSection.tsx'
import { ArticleList } from './ArticleList.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignHeader } from './CampaignHeader.tsx'

/** A campaign to be read: by a guest, or when it is over. */
export function CampaignReading({ campaign }: { campaign: Campaign }) {
  const { orders, amount, subsidy } = campaign.usage
  return (
    <article aria-labelledby="campaign-title">
      <CampaignHeader campaign={campaign} />
      <div className="grid max-w-[640px] gap-8">
        <FormSection title={t('campaigns.section.decided')}>
          <CampaignFacts campaign={campaign} ends />
        </FormSection>
        {!campaign.isDraft && (
          <FormSection title={t('campaigns.section.usage')}>
            <p>
              {t('campaigns.usage', { orders: t('campaigns.orders', { count: orders }), amount: money(amount), subsidy: money(subsidy) })}
            </p>
          </FormSection>
        )}
        {campaign.scope === 'single' && (
          <FormSection title={t('campaigns.section.articles')}>
            <ArticleList campaign={campaign} onRemove={null} />
          </FormSection>
        )}
      </div>
    </article>
  )
}
