import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { Pagination } from '../ui/tables/Pagination.tsx'

type PagesProps = {
  /** What is paged, for screen readers; by default a general label. */
  label?: string
  page: { next: number | null } & ({ currentPage: number; maxVisiblePage: number } | { current: number; total: number })
  hrefFor: (page: number) => string
  summary?: ReactNode
}

/** Pagination of a list, as counted by the server. */
export function Pages({ label = t('shell.pages'), page, ...rest }: PagesProps) {
  const [current, last] = 'currentPage' in page ? [page.currentPage, page.maxVisiblePage] : [page.current, page.total]
  return (
    <Pagination
      {...rest}
      label={label}
      current={current}
      maxVisiblePage={last}
      next={page.next}
      pageLabel={(number) => t('shell.page', { page: number })}
      previousLabel={t('shell.pagePrevious')}
      nextLabel={t('shell.pageNext')}
    />
  )
}
