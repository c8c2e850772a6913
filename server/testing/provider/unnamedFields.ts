import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withOwner } from '../withOwner.ts'

const words = JSON.parse(readFileSync(join(import.meta.dirname, '../../../messages/es/provider/console.json'), 'utf8')) as object // our own file

/** The names of the fields of a value, of all depths. */
export const namesOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...namesOf(inner)])

/** Fields of changes that waited for a second person whose name in the console is that of the program, for the end of every suite, and before it deletes any. */
export async function assertNamedFields(ownerUrl: string): Promise<void> {
  const rows = await withOwner(ownerUrl, (client) =>
    client.query<{ call: string; before: unknown; after: unknown }>(
      `select distinct call, before, after from staff_confirmations where entity <> 'matrix'`,
    ),
  )
  const unnamed = rows.rows.flatMap(({ call, before, after }) =>
    [...namesOf(before), ...namesOf(after)].flatMap((name) => (`console.field.${name}` in words ? [] : [`${name} of ${call}`])),
  )
  if (unnamed.length > 0) throw new Error(`fields without words for a second person: ${[...new Set(unnamed)].join(', ')}`)
}
