import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { operationList, type OperationRow } from '#contract/sales/operations'
import type { AnswerOf } from '#contract/platform/endpoint'
import { call } from '../../../platform/api/call.ts'
import { filtersOf, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { usePolled } from '../../../platform/requests/usePolled.ts'

type Page = AnswerOf<typeof operationList>

const EVERY_MS = 10_000

const told = (row: OperationRow) =>
  [
    row.substatus,
    row.statusReason,
    row.suspensionReason,
    row.capturedAmount,
    row.refundedAmount,
    row.heldAmount,
    row.netAmount,
    row.settlementReference,
  ].join('|')

/** How many rows of a page are new or say something else than what is shown. */
export function changedRows(shown: readonly OperationRow[], fresh: readonly OperationRow[]): number {
  const known = new Map(shown.map((row) => [row.id, told(row)]))
  return fresh.filter((row) => known.get(row.id) !== told(row)).length
}

/** What arrived: how many rows, and how to see them. */
export type ListNews = { count: number; show: () => void }

/**
 * What arrived since the page was drawn. It waits until `show`, so that no row moves under the pointer; asked in the
 * background, which does not keep the session alive.
 */
export function useListChanges(merchantId: string, list: ListQuery, key: QueryKey, shown: Page | undefined): ListNews {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<{ page: Page; beside: Page } | null>(null)
  usePolled(
    async () => {
      if (!shown) return
      const page = await call(operationList, {
        params: { merchantId },
        query: { ...filtersOf(list), ordering: list.ordering, page: list.page },
        background: true,
      })
      setFresh({ page, beside: shown })
    },
    EVERY_MS,
    shown !== undefined,
  )
  return useMemo(
    () => ({
      // What was fetched beside an older page says nothing about this one.
      count: fresh && fresh.beside === shown ? changedRows(shown.results, fresh.page.results) : 0,
      show: () => {
        if (fresh) client.setQueryData(key, fresh.page)
        setFresh(null)
        void client.invalidateQueries({ queryKey: ['operationCounts'] })
      },
    }),
    [client, key, fresh, shown],
  )
}
