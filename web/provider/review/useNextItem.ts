import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { consoleWork, type WorkItem } from '#contract/provider/work'
import type { WorkKind } from '#domain/provider/workTargets'
import { consoleQuery } from '../api/consoleQuery.ts'
import { go } from '../frame/address.ts'
import { workHref } from '../frame/workHref.ts'

/** Items of a review, by kind and id. */
type Present = { kind: WorkKind; ids: readonly string[] }

/** The place of the present item in the queue, and what opens the next one once this is done. */
export function useNextItem({ kind, ids }: Present): { place: { at: number; of: number } | null; openNext: () => void } {
  const { data } = useQuery(consoleQuery(consoleWork))
  // The queue as it was while this item was in it: the next one is the one that stood after it.
  const before = useRef<readonly WorkItem[]>([])
  const isPresent = (item: WorkItem) => item.kind === kind && ids.includes(item.id)
  const items = data?.items ?? []
  const at = items.findIndex(isPresent)
  useEffect(() => {
    if (at >= 0) before.current = items
  })
  const openNext = () => {
    const place = before.current.findIndex(isPresent)
    const others = [...before.current.slice(place + 1), ...before.current.slice(0, Math.max(place, 0))]
    const next = others.find((item) => workHref(item).startsWith('/console/review/'))
    go(next ? workHref(next) : '/console/work')
  }
  return { place: at < 0 ? null : { at: at + 1, of: items.length }, openNext }
}
