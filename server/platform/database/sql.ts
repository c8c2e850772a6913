import { createHash } from 'node:crypto'
import type { Scope } from './scope.ts'

/**
 * A query with its parameters: the only kind that the database accepts, so that no value is concatenated into SQL. A class, so that no object parsed
 * from a request can pass for one.
 */
class Statement {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Sent without a name, so that it is not kept as a prepared statement. */
  readonly isUnprepared: boolean

  constructor(strings: readonly string[], values: readonly unknown[], isUnprepared = false) {
    this.strings = strings
    this.values = values
    this.isUnprepared = isUnprepared
  }
}
export type Sql = Statement

/** Personal data or typed text: never part of a statement's text, not even in COPY, where other values become literals. */
export class PersonalText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Called by the driver to get the parameter's value. */
  toPostgres(): string {
    return this.text
  }
}

/** Tagged template for SQL. A value that is itself `sql` is spliced in; any other value becomes a parameter. */
export function sql(template: TemplateStringsArray, ...values: unknown[]): Sql {
  if (!values.some(isSql)) return new Statement(template, values)
  const parameters: unknown[] = []
  let isUnprepared = false
  for (const value of values)
    if (isSql(value)) {
      parameters.push(...value.values)
      isUnprepared ||= value.isUnprepared
    } else parameters.push(value)
  if (isUnprepared) return new Statement(spliced(template, values), parameters, true)
  return new Statement(shapeOf(template, values), parameters)
}

/** The text between all parameters of a template, including those of spliced statements. */
function spliced(template: TemplateStringsArray, values: readonly unknown[]): readonly string[] {
  const texts: string[] = [template[0] ?? '']
  values.forEach((value, at) => {
    const after = template[at + 1] ?? ''
    if (!isSql(value)) return void texts.push(after)
    value.strings.forEach((text, part) => {
      if (part === 0) texts[texts.length - 1] += text
      else texts.push(text)
    })
    texts[texts.length - 1] += after
  })
  return texts
}

/** A trie of the results of splicing into a template, by value; undefined stands for a parameter. */
type Shape = { strings?: readonly string[]; readonly next: Map<readonly string[] | undefined, Shape> }
/** More than our code has: only conditions that a caller composes have an unlimited number of shapes. */
const maxShapes = 20_000
let shapes = new WeakMap<TemplateStringsArray, Shape>()
let shapeCount = 0
function newShape(): Shape {
  shapeCount += 1
  return { next: new Map() }
}

function nextShape({ next }: Shape, part: readonly string[] | undefined): Shape {
  const known = next.get(part)
  if (known) return known
  const added = newShape()
  next.set(part, added)
  return added
}

/** As {@link spliced}, cached: the same templates in the same places always give the same array. */
function shapeOf(template: TemplateStringsArray, values: readonly unknown[]): readonly string[] {
  if (shapeCount > maxShapes) {
    shapes = new WeakMap()
    shapeCount = 0
  }
  let shape = shapes.get(template)
  if (!shape) shapes.set(template, (shape = newShape()))
  for (const value of values) shape = nextShape(shape, isSql(value) ? value.strings : undefined)
  return (shape.strings ??= spliced(template, values))
}

/** Joins conditions with `and`; `true` for none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.reduce((joined, condition, at) => (at === 0 ? condition : sql`${joined} and ${condition}`), sql`true`)
}

/** Joins at least one part with commas or another separator. */
export const joinSql = (parts: readonly Sql[], separator: Sql = sql`, `): Sql => parts.reduce((all, part) => sql`${all}${separator}${part}`)

export const isSql = (value: unknown): value is Sql => value instanceof Statement

const names = new Map<string, Sql>()

/** The name of a table or column, from our code, never from a request. The same statement for the same name. Throws on anything but a plain identifier. */
export function named(name: string): Sql {
  const known = names.get(name)
  if (known) return known
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not an SQL identifier: ${name}`)
  const statement = new Statement([name], [])
  names.set(name, statement)
  return statement
}

const lists = new Map<string, Sql>()

/**
 * Words of our own code, in a list as `'one', 'two'`, where a parameter would keep PostgreSQL from an index with the same condition. Throws on anything but
 * plain words.
 */
export function literals(words: readonly string[]): Sql {
  const unfit = words.find((word) => !/^[a-z_]+$/.test(word))
  if (unfit !== undefined || words.length === 0) throw new Error(`not words for SQL: ${unfit ?? 'none'}`)
  const text = words.map((word) => `'${word}'`).join(', ')
  const known = lists.get(text)
  if (known) return known
  const statement = new Statement([text], [])
  lists.set(text, statement)
  return statement
}
const filterTexts = new Map<string, readonly string[]>()

/** The tenant filter of a statement: the rows of one merchant in one mode, of a table or of its alias, a plain identifier from our code. Throws as {@link named}. */
export function inScope({ merchantId, mode }: Scope, alias = ''): Sql {
  let texts = filterTexts.get(alias)
  if (!texts) {
    const prefix = alias === '' ? '' : `${named(alias).strings[0]}.`
    filterTexts.set(alias, (texts = [`${prefix}merchant_id = `, ` and ${prefix}mode = `, '']))
  }
  return new Statement(texts, [merchantId, mode])
}

/** Columns of a table's alias under their camelCase names: `c.codes_sent as "codesSent"`. Throws as {@link named}. */
export const columnsAs = (alias: string, fields: readonly string[]): Sql =>
  joinSql(
    fields.map((field) => {
      const column = named(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      return new Statement([`${alias}.${column.strings[0]} as "${field}"`], [])
    }),
  )

/**
 * Marks SQL that a caller composes: it has an unlimited number of shapes, so a query that contains it is neither cached nor prepared by name. Joining
 * such parts must start from a marked one, since anything joined before it is cached.
 */
export const unprepared = ({ strings, values }: Sql): Sql => new Statement(strings, values, true)

const textOf = ({ strings }: Sql): string => strings.reduce((joined, part, at) => (at === 0 ? part : `${joined}$${at}${part}`), '')

const texts = new WeakMap<readonly string[], { text: string; name: string }>()

/** The text with $1…$n and a stable name, so that each connection prepares each statement once; without a name if it is marked with {@link unprepared}. */
export function prepared(query: Sql): { text: string; name?: string; values: unknown[] } {
  if (query.isUnprepared) return { text: textOf(query), values: [...query.values] }
  let known = texts.get(query.strings)
  if (!known) {
    const text = textOf(query)
    known = { text, name: createHash('sha1').update(text).digest('base64url') }
    texts.set(query.strings, known)
  }
  return { text: known.text, name: known.name, values: [...query.values] }
}
