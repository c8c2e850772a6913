import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { Pagination } from '../ui/tables/Pagination.tsx'

type PagesProps = {
  /** What the pages are of, for who does not see the list above them; by default only that they are pages. */
  label?: string
  page: { next: number | null } & ({ currentPage: number; maxVisiblePage: number } | { current: number; total: number })
  hrefFor: (page: number) => string
  summary?: ReactNode
}

/** The pages of a list, as the server counts them. */
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
