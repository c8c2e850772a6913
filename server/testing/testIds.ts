import type { Mode } from '../platform/database/scope.ts'

/** Ids seen in responses, for requests that need existing objects. */
type LearntIds = {
  /** Records the ids in the response to a call of this path. */
  learn(mode: Mode, path: string, answer: unknown): void
  /** An id for each path parameter for which one is known; `nth` selects. */
  known(mode: Mode, nth: number): Record<string, string>
}

/** The newest of a kind are enough. */
const maxOfEachKind = 100
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Records ids by the parameter of these paths that takes them; those of `leftOut` never. */
export function learntIds(paths: readonly string[], leftOut: readonly string[]): LearntIds {
  const ids = { live: new Map<string, string[]>(), sandbox: new Map<string, string[]>() }
  const parameters = new Set(paths.flatMap(parametersOf).filter((name) => !leftOut.includes(name)))

  function keep(mode: Mode, parameter: string, id: string): void {
    if (!parameters.has(parameter) || !/^[0-9a-f]{32}$/.test(id)) return
    const known = ids[mode].get(parameter) ?? []
    ids[mode].set(parameter, [...known.filter((one) => one !== id), id].slice(-maxOfEachKind))
  }

  /** `refundId` is the parameter's name; an `id` belongs to the list that contains it, or else to `kind`. */
  function read(mode: Mode, answer: unknown, kind: string): void {
    if (typeof answer !== 'object' || answer === null) return
    if (Array.isArray(answer)) return answer.forEach((one) => read(mode, one, kind))
    for (const [key, value] of Object.entries(answer)) {
      const ofList = `${key.replace(/s$/, '')}Id`
      if (typeof value === 'string') keep(mode, key === 'id' ? kind : key, value)
      else read(mode, value, parameters.has(ofList) ? ofList : kind)
    }
  }

  /** The parameter that takes the `id` of what a path shows, lists or creates. */
  function kindOf(path: string): string {
    const shown = /\{(\w+)\}$/.exec(path)?.[1]
    const listed = paths.find((one) => one.startsWith(`${path}/{`))?.slice(path.length)
    return shown ?? parametersOf(listed ?? '')[0] ?? ''
  }

  return {
    learn: (mode, path, answer) => read(mode, answer, kindOf(path)),
    known: (mode, nth) => Object.fromEntries([...ids[mode]].map(([name, some]) => [name, some[nth % some.length] ?? ''])),
  }
}
