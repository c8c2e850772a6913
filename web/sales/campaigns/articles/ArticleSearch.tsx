import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { campaignArticleSearch } from '#contract/sales/campaigns'
import { query } from '../../../platform/api/query.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useDebounced } from '../../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { IconButton } from '../../../platform/ui/controls/IconButton.tsx'
import { SearchInput } from '../../../platform/ui/forms/SearchInput.tsx'
import type { NewArticle } from './soldArticles.ts'

const pauseMs = 250
/** Maximum number of search results. */
const shown = 8
/** Number of best sellers shown without a search. */
const shownAtFirst = 4

/** Search of articles in the shop's past orders, best sellers first. */
export function ArticleSearch({ busy, onAdd }: { busy: boolean; onAdd: (articles: NewArticle[]) => Promise<boolean> }) {
  const { merchantId } = useMerchant()
  const [words, setWords] = useState('')
  const q = useDebounced(words.trim(), pauseMs)
  const { data, error } = useQuery({
    ...query(campaignArticleSearch, { params: { merchantId }, query: { q } }),
    placeholderData: keepPreviousData,
  })
  const results = data?.results ?? []
  return (
    <div className="grid gap-2">
      <SearchInput label={t('campaigns.search')} placeholder={t('campaigns.search')} value={words} maxLength={100} onChange={setWords} />
      {error !== null && <p role="alert">{t('campaigns.search.failed', { why: failureText(error) })}</p>}
      <p role="status" className="text-sm text-ink-3">
        {data &&
          q === words.trim() &&
          (q === ''
            ? t(data.results.length === 0 ? 'campaigns.search.nothingSold' : 'campaigns.search.mostSold')
            : t('campaigns.search.found', { count: data.results.length, shown: Math.min(shown, data.results.length) }))}
      </p>
      {results.length > 0 && (
        <ul aria-label={t('campaigns.search.results')} className="text-md">
          {results.slice(0, q === '' ? shownAtFirst : shown).map(({ id, name, url, imageUrl, orders }) => (
            <li key={id} className="flex items-center gap-3 border-t border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {name}
                <span className="block text-sm text-ink-3">
                  {id === name
                    ? t('campaigns.orders', { count: orders })
                    : t('campaigns.search.sold', { id, orders: t('campaigns.orders', { count: orders }) })}
                </span>
              </span>
              <IconButton
                label={t('campaigns.search.add', { name })}
                icon={<Plus aria-hidden />}
                aria-disabled={busy || undefined}
                onClick={() =>
                  !busy &&
                  void onAdd([{ id, name: name.slice(0, 200), ...(url !== null && { url }), ...(imageUrl !== null && { imageUrl }) }])
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
