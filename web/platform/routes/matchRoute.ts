import { type RouteRow, routeTable } from './routeTable.ts'

/** A route of the table and the values of its `{parameters}`. */
type RouteMatch = { row: RouteRow; params: Record<string, string> }

type Pattern = { row: RouteRow; parts: readonly string[]; weight: string }

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

/** Literal segments win over parameters, from left to right: a literal sorts before a parameter in the same position. */
const patterns: readonly Pattern[] = (routeTable as readonly RouteRow[])
  .map((row) => ({
    row,
    parts: partsOf(row.path),
    weight: partsOf(row.path)
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join(''),
  }))
  .toSorted((a, b) => (a.weight < b.weight ? -1 : Number(a.weight > b.weight)))

function paramsOf(parts: readonly string[], pathParts: readonly string[]): Record<string, string> | null {
  const required = parts.filter((part) => !part.endsWith('?}')).length
  if (pathParts.length < required || pathParts.length > parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const value = pathParts[at]
    if (value === undefined) continue
    if (!part.startsWith('{')) {
      if (part !== value) return null
    } else {
      const decoded = decodedPart(value)
      if (decoded === null) return null
      params[part.slice(1, part.endsWith('?}') ? -2 : -1)] = decoded
    }
  }
  return params
}

function decodedPart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The route of a path; null for an unknown address. One trailing slash is allowed. */
export function matchRoute(pathname: string): RouteMatch | null {
  if (!pathname.startsWith('/') || /\/\//.test(pathname)) return null
  const pathParts = partsOf(pathname)
  for (const { row, parts } of patterns) {
    const params = paramsOf(parts, pathParts)
    if (params) return { row, params }
  }
  return null
}
