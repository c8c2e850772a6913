import { z } from 'zod/mini'

/** Rows per page, of every list. */
export const pageSize = 25

/** Page number in a query: 1 to 200 000, 1 by default. */
export const pageNumber = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200_000)), 1)

/** A page of a list that is not counted to its end: `maxVisiblePage` is the last page known to exist, at most current + 10. */
export const visiblePage = <Row extends z.ZodMiniType>(row: Row) => ({
  results: z.array(row),
  currentPage: z.int(),
  maxVisiblePage: z.int(),
  next: z.nullable(z.int()),
})
