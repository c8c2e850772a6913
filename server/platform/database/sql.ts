import { createHash } from 'node:crypto'

/**
 * A query with its values apart: the only thing that the database accepts, so that no text is ever glued into SQL. Of a class, which nothing that came as
 * JSON can be: an object of a request that looks like one is a value.
 */
class Statement {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Not worth preparing. */
  readonly once: boolean

  constructor(strings: readonly string[], values: readonly unknown[], once = false) {
    this.strings = strings
    this.values = values
    this.once = once
  }
}
export type Sql = Statement

/** A text that somebody typed or that is about somebody: it never enters a statement's text, not even where all other values do. */
export class PersonalText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** What the driver sends as the parameter. */
  toPostgres(): string {
    return this.text
  }
}

/** Tagged template for SQL. A value that is itself `sql` is spliced in; every other value becomes a parameter. */
export function sql(template: TemplateStringsArray, ...values: unknown[]): Sql {
  if (!values.some(isSql)) return new Statement(template, values)
  const parameters = values.flatMap((value) => (isSql(value) ? value.values : [value]))
  if (values.some((value) => isSql(value) && value.once)) return new Statement(spliced(template, values), parameters, true)
  return new Statement(shapeOf(template, values), parameters)
}

/** The texts of a template between all its parameters, those of what is spliced in included. */
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

/** What a template became by what was spliced into it so far, value by value; undefined stands for a parameter. */
type Shape = { strings?: readonly string[]; readonly next: Map<readonly string[] | undefined, Shape> }
/** More than the code contains: conditions that a shop's program puts together have shapes without number. */
const mostShapes = 20_000
let shapes = new WeakMap<TemplateStringsArray, Shape>()
let made = 0
function newShape(): Shape {
  made += 1
  return { next: new Map() }
}

function nextShape({ next }: Shape, part: readonly string[] | undefined): Shape {
  const known = next.get(part)
  if (known) return known
  const added = newShape()
  next.set(part, added)
  return added
}

/** As {@link spliced}, put together once: the same templates in the same places are the same array ever after. */
function shapeOf(template: TemplateStringsArray, values: readonly unknown[]): readonly string[] {
  if (made > mostShapes) {
    shapes = new WeakMap()
    made = 0
  }
  let shape = shapes.get(template)
  if (!shape) shapes.set(template, (shape = newShape()))
  for (const value of values) shape = nextShape(shape, isSql(value) ? value.strings : undefined)
  return (shape.strings ??= spliced(template, values))
}

/** Joins conditions with `and`; none at all is `true`. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.reduce((joined, condition, at) => (at === 0 ? condition : sql`${joined} and ${condition}`), sql`true`)
}

/** Some parts one after the other, with commas or something else between them; there is at least one. */
export const listed = (parts: readonly Sql[], between: Sql = sql`, `): Sql => parts.reduce((all, part) => sql`${all}${between}${part}`)

const isSql = (value: unknown): value is Sql => value instanceof Statement

const names = new Map<string, Sql>()

/** A name of our own, of a table or a column; the same statement for the same name. Throws on anything else: no word of a request is one. */
export function named(name: string): Sql {
  const known = names.get(name)
  if (known) return known
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a name: ${name}`)
  const statement = new Statement([name], [])
  names.set(name, statement)
  return statement
}

/** Columns of a table by its alias, under the names that the code has for them: `c.codes_sent as "codesSent"`. Throws as {@link named}. */
export const columnsAs = (alias: string, fields: readonly string[]): Sql =>
  listed(
    fields.map((field) => {
      const column = named(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      return new Statement([`${alias}.${column.strings[0]} as "${field}"`], [])
    }),
  )

/**
 * Marks what a caller puts together: its shapes are without number, so a query that holds it is prepared for this once and kept nowhere. A join of
 * such parts starts from a marked piece, for what is joined before the mark is kept.
 */
export const onlyOnce = ({ strings, values }: Sql): Sql => new Statement(strings, values, true)

const textOf = ({ strings }: Sql): string => strings.reduce((joined, part, at) => (at === 0 ? part : `${joined}$${at}${part}`), '')

const texts = new WeakMap<readonly string[], { text: string; name: string }>()

/** The text with $1…$n and a stable name, so that each connection prepares each shape once; without one where it is for this once. */
export function prepared(query: Sql): { text: string; name?: string; values: unknown[] } {
  if (query.once) return { text: textOf(query), values: [...query.values] }
  let known = texts.get(query.strings)
  if (!known) {
    const text = textOf(query)
    known = { text, name: createHash('sha1').update(text).digest('base64url') }
    texts.set(query.strings, known)
  }
  return { text: known.text, name: known.name, values: [...query.values] }
}
