import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { operationList, type OperationRow } from '#contract/sales/operations'
import type { AnswerOf } from '#contract/platform/endpoint'
import { call } from '../../../platform/api/call.ts'
import { filtersOf, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { usePolled } from '../../../platform/requests/usePolled.ts'

type Page = AnswerOf<typeof operationList>

const POLL_MS = 10_000

const fingerprint = (row: OperationRow) =>
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

/** The number of rows of a fresh page that are new or differ visibly from the shown ones. */
export function changedRows(shown: readonly OperationRow[], fresh: readonly OperationRow[]): number {
  const known = new Map(shown.map((row) => [row.id, fingerprint(row)]))
  return fresh.filter((row) => known.get(row.id) !== fingerprint(row)).length
}

/** The number of changed rows, and a function to show them. */
export type ListNews = { count: number; show: () => void }

/**
 * Polls for changes since the page was loaded. They are applied on `show`, so that no row moves under the pointer; the requests are
 * background requests, which do not extend the session.
 */
export function useListChanges(merchantId: string, list: ListQuery, key: QueryKey, shown: Page | undefined): ListNews {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<{ page: Page; base: Page } | null>(null)
  usePolled(
    async () => {
      if (!shown) return
      const page = await call(operationList, {
        params: { merchantId },
        query: { ...filtersOf(list), ordering: list.ordering, page: list.page },
        background: true,
      })
      setFresh({ page, base: shown })
    },
    POLL_MS,
    shown !== undefined,
  )
  return useMemo(
    () => ({
      // A result fetched for an older page does not apply to this one.
      count: fresh && fresh.base === shown ? changedRows(shown.results, fresh.page.results) : 0,
      show: () => {
        if (fresh) client.setQueryData(key, fresh.page)
        setFresh(null)
        void client.invalidateQueries({ queryKey: ['operationCounts'] })
      },
    }),
    [client, key, fresh, shown],
  )
}
