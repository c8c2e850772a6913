import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Campaign, ListedArticle } from '#contract/sales/campaigns'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { IconButton } from '../../../platform/ui/controls/IconButton.tsx'
import { articleListRead } from '../campaignReads.ts'

type ArticleListProps = {
  campaign: Campaign
  /** Omit both for a read-only list. */
  onRemove?: (id: string) => void
  onEdit?: (article: ListedArticle, page: number) => void
}

/** The campaign's articles, paginated. */
export function ArticleList({ campaign, onRemove, onEdit }: ArticleListProps) {
  const { merchantId } = useMerchant()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    ...articleListRead(merchantId, campaign.id, page),
    placeholderData: keepPreviousData,
    enabled: campaign.articleCount > 0,
  })
  if (campaign.articleCount === 0) return <p className="text-md text-ink-3">{t('campaigns.articles.none')}</p>
  if (error !== null) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 text-md">
        <p>{t('campaigns.articles.failed', { why: failureText(error) })}</p>
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('shell.retry')}
        </Button>
      </div>
    )
  }
  if (!data) return null
  // The last article of the last page may have been removed.
  if (data.results.length === 0 && page > 1) setPage(page - 1)
  return (
    <div>
      <h3 className="pb-2 text-md font-strong">{t('campaigns.articles.chosen')}</h3>
      <ul aria-label={t('campaigns.section.articles')} aria-busy={isFetching || undefined} className="text-md">
        {data.results.map((article) => {
          const { id, name, url, description } = article
          return (
            <li key={id} className="flex items-center gap-3 border-t border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {name}
                {[name === id ? '' : id, url ?? '', description ?? '']
                  .filter((part) => part !== '')
                  .map((part) => (
                    <span key={part} className="block text-sm text-ink-3">
                      {part}
                    </span>
                  ))}
              </span>
              {onEdit && (
                <IconButton
                  label={t('campaigns.articles.edit', { name })}
                  icon={<Pencil aria-hidden />}
                  onClick={() => onEdit(article, page)}
                />
              )}
              {onRemove && (
                <IconButton label={t('campaigns.articles.remove', { name })} icon={<X aria-hidden />} onClick={() => onRemove(id)} />
              )}
            </li>
          )
        })}
      </ul>
      {(page > 1 || data.next !== null) && (
        <div className="flex items-center justify-between gap-3 pt-3">
          <Button size="small" disabledReason={page === 1 ? t('campaigns.articles.first') : null} onClick={() => setPage(page - 1)}>
            {t('shell.pagePrevious')}
          </Button>
          <span className="text-md text-ink-3">{t('shell.page', { page })}</span>
          <Button size="small" disabledReason={data.next === null ? t('campaigns.articles.last') : null} onClick={() => setPage(page + 1)}>
            {t('shell.pageNext')}
          </Button>
        </div>
      )}
    </div>
  )
}
