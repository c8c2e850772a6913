import type { ComponentProps, ReactNode } from 'react'
import { MoreRows } from './MoreRows.tsx'
import { ReadState } from './ReadState.tsx'

type PagedRowsProps<Page extends { results: readonly unknown[] }> = {
  /** A list of `usePages`. */
  read: ComponentProps<typeof ReadState<{ pages: readonly Page[] }>>['read'] & ComponentProps<typeof MoreRows>['read']
  /** In place of the table when there are no rows. */
  empty: ReactNode
  /** The label of the button for the next page. */
  more?: string
  /** The table; `first`: the first page, with what is told once. */
  children: (rows: Page['results'][number][], first: Page) => ReactNode
}

/** The rows of a list that is read page by page, and the button for the next page. */
export const PagedRows = <Page extends { results: readonly unknown[] }>({ read, empty, more, children }: PagedRowsProps<Page>) => (
  <ReadState read={read}>
    {({ pages }) => {
      const rows = pages.flatMap(({ results }): Page['results'][number][] => [...results])
      const [first] = pages
      if (!first || rows.length === 0) return empty
      return (
        <>
          {children(rows, first)}
          <MoreRows read={read} {...(more !== undefined && { label: more })} />
        </>
      )
    }}
  </ReadState>
)
