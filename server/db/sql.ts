import { createHash } from 'node:crypto'

/** A query with its values apart: the only thing that the database accepts, so that no text is ever glued into SQL. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[]; readonly once?: boolean }

/** Tagged template for SQL. A value that is itself `sql` is spliced in; every other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts: string[] = [strings[0] ?? '']
  const parameters: unknown[] = []
  let once = false
  values.forEach((value, at) => {
    const after = strings[at + 1] ?? ''
    if (isSql(value)) {
      once ||= value.once === true
      value.strings.forEach((text, part) => {
        if (part > 0) parameters.push(value.values[part - 1])
        if (part === 0) texts[texts.length - 1] += text
        else texts.push(text)
      })
      texts[texts.length - 1] += after
    } else {
      parameters.push(value)
      texts.push(after)
    }
  })
  return once ? { strings: texts, values: parameters, once } : { strings: texts, values: parameters }
}

/** Joins conditions with `and`; none at all is `true`. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.reduce((joined, condition, at) => (at === 0 ? condition : sql`${joined} and ${condition}`), sql`true`)
}

export function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'strings' in value && 'values' in value
}

/** Marks what a caller puts together: its shapes are without number, so a query that holds it is prepared for this once and kept nowhere. */
export const onlyOnce = (query: Sql): Sql => ({ ...query, once: true })

const textOf = ({ strings }: Sql): string => strings.reduce((joined, part, at) => (at === 0 ? part : `${joined}$${at}${part}`), '')

const texts = new Map<string, { text: string; name: string }>()

/** The text with $1…$n and a stable name, so that each connection prepares each shape once; without one where it is for this once. */
export function prepared(query: Sql): { text: string; name?: string; values: unknown[] } {
  if (query.once) return { text: textOf(query), values: [...query.values] }
  const key = query.strings.join('\u0000')
  let known = texts.get(key)
  if (!known) {
    const text = textOf(query)
    known = { text, name: createHash('sha1').update(text).digest('base64url') }
    texts.set(key, known)
  }
  return { ...known, values: [...query.values] }
}
