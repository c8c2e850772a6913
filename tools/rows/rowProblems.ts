import pg from 'pg'
import type { Kind, RowType } from './rowTypes.ts'

/** A column as PostgreSQL describes it; `notNull`: whether its table forbids null, undefined for an expression. */
type DescribedColumn = { name: string; type: number; notNull?: boolean | undefined }

const { builtins } = pg.types
/** What the driver makes of a type's values, with the parsers of `server/platform/database/database.ts`. */
const kindOfType = new Map<number, Kind>([
  ...[builtins.INT2, builtins.INT4, builtins.OID, builtins.FLOAT4, builtins.FLOAT8].map((type) => [type, 'number'] as const),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.CHAR, builtins.UUID, builtins.INET, builtins.NUMERIC, builtins.DATE].map(
    (type) => [type, 'string'] as const,
  ),
  [19, 'string'], // name
  [builtins.INT8, 'bigint'],
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMPTZ, 'Date'],
  [builtins.TIMESTAMP, 'Date'],
  [builtins.BYTEA, 'Buffer'],
  [builtins.JSON, 'any'],
  [builtins.JSONB, 'any'],
  [2278, 'any'], // void
])
const arrays = new Set([1000, 1001, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 1231, 2951, 3807, 199])
/** Types that the schema creates, which are enums, come as text. */
const firstOwnType = 16_384

const kindFor = (type: number): Kind => kindOfType.get(type) ?? (arrays.has(type) ? 'array' : type >= firstOwnType ? 'string' : 'any')

/**
 * How a declared row type differs from what PostgreSQL describes for the statement: columns that are missing or not declared, types that the driver does
 * not make, and null that a table allows although the type does not.
 */
export function rowProblems(declared: RowType, described: readonly DescribedColumn[], text: string): string[] {
  const takesAll = /(select|returning|,|\.) ?\*/.test(text)
  const byName = new Map(described.map((column) => [column.name, column]))
  const missing = Object.entries(declared)
    .filter(([name, kinds]) => !byName.has(name) && !kinds.includes('undefined'))
    .map(([name]) => `"${name}" is declared, but not selected`)
  const unknown = described
    .filter(({ name }) => !(name in declared) && !takesAll)
    .map(({ name }) => `"${name}" is selected, but not declared`)
  const wrong = described.flatMap(({ name, type, notNull }) => {
    const kinds = declared[name]?.filter((kind) => kind !== 'undefined')
    if (!kinds || kinds.includes('any')) return []
    const expected = kindFor(type)
    // The driver makes a number of infinity.
    const others = kinds.filter((kind) => kind !== 'null' && kind !== expected && !(expected === 'Date' && kind === 'number'))
    return [
      ...(expected !== 'any' && others.length > 0 ? [`"${name}" is declared as ${others.join(' | ')}, but is ${expected}`] : []),
      ...(notNull === false && !kinds.includes('null') ? [`"${name}" can be null, but is declared as ${kinds.join(' | ')}`] : []),
    ]
  })
  return [...missing, ...unknown, ...wrong]
}
