import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationList } from '#contract/sales/operations'
import { t } from '../../platform/i18n/t.ts'
import { listSearch, sameList, type ListDialog } from '../../platform/lists/listQuery.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useCommands } from '../../platform/quickActions/commands.ts'
import { go } from '../../platform/routes/go.ts'
import { ListFooter, type ListFooterProps } from './ListFooter.tsx'
import { SelectionBar } from './bulk/SelectionBar.tsx'
import { useChangesLink, type ChangesLink } from './views/useChangesLink.ts'
import { useListChanges, type ListNews } from './views/useListChanges.ts'
import { useOpeningView } from './views/useOpeningView.ts'

type Page = AnswerOf<typeof operationList>

export type ListExtrasProps = Omit<ListFooterProps, 'page'> & {
  /** Query key of the page. */
  readKey: QueryKey
  /** Undefined while placeholder data of another list is shown. */
  page: Page | undefined
  /** The page whose rows are visible; undefined when there are none. */
  visiblePage: Page | undefined
  onDialog: (dialog: ListDialog | null) => void
  onNews: (news: ListNews | null) => void
  onChangesLink: (changesLink: ChangesLink | null) => void
}

/** Parts of the list that load after its first paint: pagination, commands, changes since the last visit, updates and the selection bar. */
export function ListExtras({ readKey, page, visiblePage, onDialog, onNews, onChangesLink, ...footer }: ListExtrasProps) {
  const { query, total } = footer
  const { merchantId, flag, may } = useMerchant()
  useOpeningView(query)
  const commands = useMemo(
    () => [
      {
        key: 'simulate',
        label: t('operations.simulate'),
        run: () => go(paths.operations(merchantId, { ...listSearch({ ...query, dialog: 'simulator' }), ...flag })),
      },
      {
        key: 'changes',
        label: t('visit.title'),
        run: () => go(paths.operations(merchantId, { ...listSearch({ ...query, dialog: 'changes' }), ...flag })),
      },
      {
        key: 'views',
        label: t('views.title'),
        run: () => go(paths.operations(merchantId, { ...listSearch({ ...query, dialog: 'views' }), ...flag })),
      },
      ...(may('operationDownload')
        ? [
            {
              key: 'download',
              label: t('operations.downloadModal.title'),
              run: () => go(paths.operationsDownload(merchantId, listSearch(query))),
            },
          ]
        : []),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the flag changes only with the search, rights only with the session
    [merchantId, query],
  )
  useCommands(commands)
  const news = useListChanges(merchantId, query, readKey, page)
  useEffect(() => onNews(news.count > 0 ? news : null), [news, onNews])
  const changesLink = useChangesLink(footer.hrefOf(sameList(query, { dialog: 'changes' })))
  useEffect(() => onChangesLink(changesLink), [changesLink, onChangesLink])
  return (
    <>
      {visiblePage && <ListFooter {...footer} page={visiblePage} />}
      <SelectionBar query={query} total={total} onDialog={onDialog} />
    </>
  )
}
