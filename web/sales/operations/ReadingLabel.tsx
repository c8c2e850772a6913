import { readSearch } from '#domain/sales/operations/search'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import { readingText } from '../operationStatus/operationText.ts'

/** How the search is interpreted: "Pedido:". Loaded on demand, because most lists are not searched. */
export function ReadingLabel({ query: { q, searchAs } }: { query: ListQuery }) {
  return readingText(readSearch(q, searchAs ?? undefined).type)
}
