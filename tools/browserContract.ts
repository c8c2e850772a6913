import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Properties of a call's declaration that only the server, the tests and the documentation read. */
const serverOnly: ReadonlySet<string> = new Set(['query', 'body', 'refusals', 'summary', 'policy', 'providerApi'])

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isCall = (value: unknown): value is object => isObject(value) && 'method' in value && 'path' in value && 'answers' in value

/** A value as JavaScript source. Of a declared call the browser reads its name, method, path and kinds of answer; it validates nothing, so a schema is 0. */
function plain(value: unknown): string {
  const read = isCall(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !serverOnly.has(name))) : value
  return JSON.stringify(read, (_name, inner: unknown) => (isObject(inner) && '_zod' in inner ? 0 : inner))
}

/** In the build, each module that declares calls is replaced by the plain values of its exports, without the library of its schemas. */
export function browserContract(folder: string): Plugin {
  return {
    name: 'trastienda:contract',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!id.startsWith(folder)) return null
      const exported = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>) // a module's exports by name
      if (!exported.some(([, value]) => isCall(value))) return null
      return exported.map(([name, value]) => `export const ${name} = ${plain(value)}`).join('\n')
    },
  }
}
