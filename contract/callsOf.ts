/** The calls among what modules export: what is declared under its own name. */
export type CallsOf<Exports, Declaration> = {
  [Name in keyof Exports as Exports[Name] extends Declaration & { name: Name } ? Name : never]: Exports[Name]
}

const isCall = (name: string, exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'policy' in exported && 'name' in exported && exported.name === name

export const callsOf = (exports: object): object =>
  Object.fromEntries(Object.entries(exports).filter(([name, exported]) => isCall(name, exported)))
