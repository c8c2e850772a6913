/** The calls among a module's exports: those declared under their own name. */
export type CallsOf<Exports, Declaration> = {
  [Name in keyof Exports as Exports[Name] extends Declaration & { name: Name } ? Name : never]: Exports[Name]
}

type Addressed = { path: string; method: string }

const isCall = (name: string, exported: unknown): exported is Addressed =>
  typeof exported === 'object' && exported !== null && 'policy' in exported && 'name' in exported && exported.name === name

const addressOf = ({ path, method }: Addressed): string => `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`

/** Sorted by path and method, because the order of a module's exports differs between Node and the bundler. */
export const callsOf = (exports: object): object =>
  Object.fromEntries(
    Object.entries(exports)
      .flatMap(([name, exported]) => (isCall(name, exported) ? [[name, exported] as const] : []))
      .toSorted(([, one], [, other]) => (addressOf(one) < addressOf(other) ? -1 : 1)),
  )
