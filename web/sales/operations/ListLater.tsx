import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationList } from '#contract/sales/operations'
import { t } from '../../platform/i18n/t.ts'
import { listSearch, sameList, type ListDialog } from '../../platform/lists/listQuery.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useCommands } from '../../platform/quickActions/commands.ts'
import { go } from '../../platform/routes/go.ts'
import { ListFooter, type ListFooterProps } from './ListFooter.tsx'
import { SelectionBar } from './bulk/SelectionBar.tsx'
import { useChangesLink, type ChangesLink } from './views/useChangesLink.ts'
import { useListChanges, type ListNews } from './views/useListChanges.ts'
import { useOpeningView } from './views/useOpeningView.ts'

type Page = AnswerOf<typeof operationList>

export type ListLaterProps = Omit<ListFooterProps, 'page'> & {
  /** Where the page is kept. */
  readKey: QueryKey
  /** Undefined while another list's page is still shown. */
  page: Page | undefined
  /** The page whose rows are in view; undefined while there are none. */
  footed: Page | undefined
  onDialog: (dialog: ListDialog | null) => void
  onNews: (news: ListNews | null) => void
  onDoor: (door: ChangesLink | null) => void
}

/** What the list has once it stands, and is fetched then: its other pages and commands, what changed since the last visit, what arrives meanwhile, and what is selected. */
export function ListLater({ readKey, page, footed, onDialog, onNews, onDoor, ...footer }: ListLaterProps) {
  const { query, total } = footer
  const { merchantId, flag, may } = useShop()
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
    // oxlint-disable-next-line react/exhaustive-deps -- the flag changes with the search only, rights with the session
    [merchantId, query],
  )
  useCommands(commands)
  const news = useListChanges(merchantId, query, readKey, page)
  useEffect(() => onNews(news.count > 0 ? news : null), [news, onNews])
  const door = useChangesLink(footer.hrefOf(sameList(query, { dialog: 'changes' })))
  useEffect(() => onDoor(door), [door, onDoor])
  return (
    <>
      {footed && <ListFooter {...footer} page={footed} />}
      <SelectionBar query={query} total={total} onDialog={onDialog} />
    </>
  )
}
