import { publicPaths } from './publicPaths.ts'
import { routeTable } from './routeTable.ts'

/** Query values; empty ones are left out. */
export type Search = Record<string, string | number | boolean | null | undefined>

type Row = (typeof routeTable)[number]
/** The values of a path’s `{parameters}` in their order; those with a question mark may be left out. */
type Values<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [...(Name extends `${string}?` ? [value?: string] : [value: string]), ...Values<Rest>]
  : []
type Paths = { [Name in Row['name']]: (...values: [...Values<Extract<Row, { name: Name }>['path']>, search?: Search]) => string }

function withSearch(path: string, search: Search = {}): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}

/** A path of the route table with its values: `/merchants/{merchantId}/operations`, `mer_1` → `/merchants/mer_1/operations`. */
function fill(path: string, pathValues: readonly (string | Search | undefined)[]): string {
  const values = [...pathValues]
  const filled = path.replace(/\/\{\w+\??\}/g, () => {
    const value = values.shift()
    return typeof value === 'string' ? `/${encodeURIComponent(value)}` : ''
  })
  return withSearch(filled, values[0] as Search | undefined) // typed by `Paths`
}

/** The page to return to after signing in; none for the start page. */
const returning = (redirect?: string): Search => ({ redirect: redirect === '/' ? undefined : redirect })

const ofTable = Object.fromEntries(
  routeTable.map(({ name, path }) => [name, (...values: (string | Search | undefined)[]) => fill(path, values)]),
) as Paths // one function for each row

/** The only place that builds addresses of the application: one function for each route, with its parameters in their order and then its query. */
export const paths = {
  ...ofTable,
  ...publicPaths,
  /** Onboarding of the first merchant; one of its steps, or the step to resume at. */
  onboarding: (step?: string, search?: Search) => withSearch(step === undefined ? '/onboarding' : `/onboarding/${step}`, search),
  /** The sign-in page, with the page to return to. */
  login: (redirect?: string) => ofTable.login(returning(redirect)),
  /** The lock page of a shared till, with the page to return to. */
  till: (redirect?: string) => ofTable.till(returning(redirect)),
}
