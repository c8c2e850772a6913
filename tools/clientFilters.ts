import {
  lookups,
  orderFilters,
  orderOrderings,
  orderStatuses,
  type FilterField,
  type LookupFamily,
} from '#domain/sales/shopsApi/shopFilters'

const union = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' | ')

const valueOfKind: Readonly<Record<FilterField['kind'], string>> = { text: 'string', number: 'number', instant: 'string' }

/** The TypeScript type of a filter's value. */
function valueText({ kind, choices }: FilterField, family: LookupFamily): string {
  if (family === 'isnull') return 'boolean'
  if (family === 'date') return 'string | number'
  return choices ? union(choices) : valueOfKind[kind]
}

/** A lookup as suffix of a parameter's name: `-gte`. The default is `exact`. */
const endings = (family: LookupFamily) => [
  ...(lookups[family].includes('exact') ? [''] : []),
  ...lookups[family].map((lookup) => `-${lookup}`),
]

/** The query type of the list of orders: each field with each lookup it accepts. */
export function filtersText(): string {
  const alike = Map.groupBy(orderFilters, ({ families, kind, choices }) => [families, kind, choices].join())
  const groups = [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const names = union([first, ...others].map(({ name }) => name))
    return first.families.map((family) => `Filters<${names}, ${union(endings(family))}, ${valueText(first, family)}>`)
  })
  return `
type Filters<Name extends string, Lookup extends string, Value> = { readonly [F in \`\${Name}\${Lookup}\`]?: Value | readonly Value[] }

/** Several must all hold; of several values of one any may, up to 20. Without \`status\` the list holds what was granted; \`q\` takes up to 10 words. */
export type OperationListQuery = {
  readonly page?: number
  readonly q?: string
  readonly status?: OrderStatus | readonly OrderStatus[]
  readonly ordering?: Ordering | readonly Ordering[]
} & ${groups.join(' & ')}

type OrderStatus = ${union(orderStatuses)}
type Ordering = OrderingName | \`-\${OrderingName}\`
type OrderingName = ${union(orderOrderings)}
`
}
