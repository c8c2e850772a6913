/** A page of a list: 25 rows. `cursor` holds the numbers of the adjacent pages, null at the ends; `count` is capped at 10 000. */
export type Page<Row> = {
  cursor: { after: number | null; before: number | null }
  paging: { count: number; next: string | null; previous: string | null }
  results: readonly Row[]
}

/**
 * Iterates over every row of a list, fetching pages on demand:
 * `for await (const order of everyRow((page) => shop.operationList({ status: 'ok', ordering: 'created', page })))`.
 * When new rows are inserted at the front meanwhile, as they are unless the list is ordered by `created`, a row may occur twice.
 */
export async function* everyRow<Row>(list: (page: number) => Promise<Page<Row>>): AsyncGenerator<Row, void, undefined> {
  for (let page: number | null = 1; page !== null;) {
    const { results, cursor }: Page<Row> = await list(page)
    yield* results
    page = cursor.after
  }
}
