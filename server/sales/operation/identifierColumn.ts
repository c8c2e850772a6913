import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { sql, type Sql } from '../../platform/database/sql.ts'

const columns: Readonly<Record<IdentifierType, Sql>> = {
  email: sql`o.email`,
  phone: sql`o.phone`,
  document: sql`o.document_number`,
}

/** The column of an operation, over `o`, that holds a kind of identifier; empty or null where it is not known. */
export const identifierColumn = (type: IdentifierType): Sql => columns[type]
