import { readSearch } from '#domain/sales/operations/search'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import { readingText } from '../operation/operationText.ts'

/** How the words in the search bar are read: "Pedido:". In a file of its own, because most lists are not searched. */
export function ReadingLabel({ query: { q, searchAs } }: { query: ListQuery }) {
  return readingText(readSearch(q, searchAs ?? undefined).type)
}
