import { useState } from 'react'
import { campaignArticleAdd, campaignArticleRemove, type ListedArticle } from '#contract/sales/campaigns'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { FormSection } from '../../../platform/ui/forms/FormSection.tsx'
import { ArticleDialog } from './ArticleDialog.tsx'
import { ArticleFileDrop } from './ArticleFileDrop.tsx'
import { ArticleList } from './ArticleList.tsx'
import { ArticlePaste } from './ArticlePaste.tsx'
import { ArticleSearch } from './ArticleSearch.tsx'
import type { PartProps } from './CampaignName.tsx'
import { useArticleIntake } from './useArticleIntake.ts'
import type { NewArticle } from './soldArticles.ts'

/** The campaign's articles: paste, import, search, edit and remove. */
export function ArticleSection({ draft, problemOf }: PartProps) {
  const { merchantId } = useMerchant()
  const [busy, setBusy] = useState(false)
  const [edited, setEdited] = useState<{ article: ListedArticle; page: number } | null>(null)
  const { campaign } = draft
  const params = { merchantId, campaignId: campaign.id }

  /** True on success; a failure is shown in a toast. */
  async function done(work: () => Promise<{ revision: number }>): Promise<boolean> {
    setBusy(true)
    try {
      await draft.changeArticles(work)
      return true
    } catch (error) {
      showToast(failureText(error), { key: 'campaignArticles' })
      return false
    } finally {
      setBusy(false)
    }
  }
  const add = (articles: NewArticle[]) => done(() => write(campaignArticleAdd, { params, body: { articles } }))
  const remove = (id: string) => done(() => write(campaignArticleRemove, { params, body: { ids: [id] } }))
  const intake = useArticleIntake(add)

  return (
    <FormSection
      title={t('campaigns.section.articles')}
      aside={
        <span role="status" className="text-md text-ink-3">
          {t('campaigns.articles', { count: campaign.articleCount })}
        </span>
      }
    >
      <ArticlePaste intake={intake} busy={busy} problem={problemOf('articles')} />
      <ArticleFileDrop intake={intake} busy={busy} />
      <ArticleSearch busy={busy} onAdd={add} />
      <ArticleList campaign={campaign} onRemove={(id) => void remove(id)} onEdit={(article, page) => setEdited({ article, page })} />
      {edited && <ArticleDialog campaignId={campaign.id} {...edited} onChange={draft.changeArticles} onClose={() => setEdited(null)} />}
    </FormSection>
  )
}
