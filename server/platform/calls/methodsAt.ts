/** Calls and their methods at a path, as `Allow` lists them; undefined where there is none. Asked only about what no route takes, so compiled then. */
export function methodsAt(calls: readonly { method: string; path: string }[]): (url: string) => string | undefined {
  let patterns: [RegExp, string][] | undefined
  return (url) => {
    patterns ??= calls.map(({ method, path }) => [new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`), method])
    const path = url.split('?')[0] ?? ''
    const methods = new Set(patterns.filter(([pattern]) => pattern.test(path)).map(([, method]) => method))
    return methods.size > 0 ? [...methods].join(', ') : undefined
  }
}
