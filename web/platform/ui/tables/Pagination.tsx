import './pagination.css'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'
import { pageWindow } from './pageWindow.ts'

type PaginationProps = {
  label: string
  current: number
  /** The last page known to exist. */
  maxVisiblePage: number
  /** The next page; null on the last. */
  next: number | null
  hrefFor: (page: number) => string
  pageLabel: (page: number) => string
  previousLabel: string
  nextLabel: string
  /** "25 de 1.240 operaciones". */
  summary?: ReactNode
}

/** Page numbers as links; ends where `next` is null. */
export function Pagination({
  label,
  current,
  maxVisiblePage,
  next,
  hrefFor,
  pageLabel,
  previousLabel,
  nextLabel,
  summary,
}: PaginationProps) {
  const last = Math.max(current, next === null ? current : maxVisiblePage, next ?? 0)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-4 text-md text-ink-3">
      {summary && <div>{summary}</div>}
      {last > 1 && (
        <nav aria-label={label} className="ml-auto flex items-center gap-1 max-md:w-full max-md:justify-between">
          {current > 1 && (
            <Anchor className="page-number" href={hrefFor(current - 1)} aria-label={previousLabel} rel="prev">
              <ChevronLeft aria-hidden />
            </Anchor>
          )}
          {pageWindow(current, last).map((page, index) =>
            page === 0 ? (
              <span key={`gap-${index}`} aria-hidden className="px-1 max-md:hidden">
                …
              </span>
            ) : (
              <Anchor
                key={page}
                className={`page-number ${Math.abs(page - current) > 1 ? 'max-md:hidden' : ''}`}
                href={hrefFor(page)}
                aria-label={pageLabel(page)}
                aria-current={page === current ? 'page' : undefined}
              >
                {page}
              </Anchor>
            ),
          )}
          {next !== null && (
            <Anchor className="page-number" href={hrefFor(next)} aria-label={nextLabel} rel="next">
              <ChevronRight aria-hidden />
            </Anchor>
          )}
        </nav>
      )}
    </div>
  )
}
