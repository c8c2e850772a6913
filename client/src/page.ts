/** A page of a list: 25 rows. `cursor` holds the numbers of the pages beside, null at the ends; `count` goes up to 10 000. */
export type Page<Row> = {
  cursor: { after: number | null; before: number | null }
  paging: { count: number; next: string | null; previous: string | null }
  results: readonly Row[]
}

/**
 * Every row of a list, page by page, each asked for when it is needed:
 * `for await (const order of everyRow((page) => shop.operationList({ status: 'ok', ordering: 'created', page })))`.
 * Where new rows come first while it goes on, as they do unless the list is put in the order of `created`, a row may come twice.
 */
export async function* everyRow<Row>(list: (page: number) => Promise<Page<Row>>): AsyncGenerator<Row, void, undefined> {
  for (let page: number | null = 1; page !== null;) {
    const { results, cursor }: Page<Row> = await list(page)
    yield* results
    page = cursor.after
  }
}
