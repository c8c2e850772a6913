import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeWordKeys } from '#domain/provider/changeWords'
import { staffRoles } from '#domain/provider/staff'
import { rawWords } from '#domain/testing/rawWords'
import { hasText } from '../../platform/calls/messages.ts'
import { withOwner } from '../withOwner.ts'

const words = JSON.parse(readFileSync(join(import.meta.dirname, '../../../messages/es/provider/console.json'), 'utf8')) as object // our own file

/** An id, which the lists of changes leave out. */
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/.test(value)

/** The names of the fields of a value, of all depths. */
export const namesOf = (value: unknown): string[] => fieldsOf(value).map(([name]) => name)

/** The fields of a value with what they hold, of all depths. */
const fieldsOf = (value: unknown): [name: string, inner: unknown][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [[name, inner] satisfies [string, unknown]]),
        ...fieldsOf(inner),
      ])

/** Codes of a field that people would read as they are. Days, calls and activities are written for people; a rule has the name that the provider's engine gives it. */
const codesOf = (entity: string | null, name: string, value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    if (typeof one !== 'string' || ['call', 'businessActivity', 'rule'].includes(name)) return []
    if (changeWordKeys(entity, name, one).some(hasText) || staffRoles.some((role) => role === one)) return []
    return rawWords(one)
      .filter((found) => !found.startsWith('a day') && !found.startsWith('an id'))
      .map((found) => `${name} (${found})`)
  })

type Changed = { call: string; entity: string | null; before: unknown; after: unknown }

async function assertNamed(ownerUrl: string, query: string): Promise<void> {
  const { rows } = await withOwner(ownerUrl, (client) => client.query<Changed>(query))
  const unnamed = rows.flatMap(({ call, entity, before, after }) =>
    [...fieldsOf(before), ...fieldsOf(after)]
      // What a command does is the entry's action.
      .filter(([name, value]) => name !== 'verb' && !isId(value))
      .flatMap(([name, value]) => [...(`console.field.${name}` in words ? [] : [name]), ...codesOf(entity, name, value)])
      .map((found) => `${found} of ${call}`),
  )
  if (unnamed.length > 0) throw new Error(`fields without words in the console: ${[...new Set(unnamed)].join(', ')}`)
}

/** Fields of changes that waited for a second person whose name or value is that of the program: for the end of every suite, and before it deletes any. */
export const assertNamedFields = (ownerUrl: string): Promise<void> =>
  assertNamed(ownerUrl, `select distinct call, entity, before, after from staff_confirmations where entity <> 'matrix'`)

/** The same of the entries in the provider's log. */
export const assertNamedEntries = (ownerUrl: string): Promise<void> =>
  assertNamed(ownerUrl, `select distinct call, entity, before, after from audit_entries where role = 'operator'`)
