import type { QueryKey } from '@tanstack/react-query'
import { useEffect, type RefObject } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import type { operationList } from '#contract/operations'
import type { ListDialog, ListQuery } from '../operation/listQuery.ts'
import { useShop } from '../operation/useShop.ts'
import type { Counted } from './countOperations.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useListChanges, type ListNews } from './useListChanges.ts'
import { useListKeys } from './useListKeys.ts'

export type ListLaterProps = {
  section: RefObject<HTMLElement | null>
  query: ListQuery
  /** Where the page is kept. */
  readKey: QueryKey
  /** Undefined while another list's page is still shown. */
  page: AnswerOf<typeof operationList> | undefined
  total: Counted | null
  onDialog: (dialog: ListDialog | null) => void
  onNews: (news: ListNews | null) => void
}

/** What the list has once it stands, and is fetched then: its keys, what arrives meanwhile, and what is selected. */
export function ListLater({ section, query, readKey, page, total, onDialog, onNews }: ListLaterProps) {
  const { merchantId } = useShop()
  useListKeys(section, () => onDialog('keys'))
  const news = useListChanges(merchantId, query, readKey, page)
  useEffect(() => onNews(news.count > 0 ? news : null), [news, onNews])
  return <SelectionBar query={query} total={total} onDialog={onDialog} />
}
