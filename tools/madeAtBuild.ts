import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Puts into the build, in the place of each of these modules, the plain values that it makes of the contract: the browser gets neither schemas nor
 * policies. Node reads the module itself; everywhere else, as in tests, it is what it says.
 */
export function madeAtBuild(files: readonly string[]): Plugin {
  return {
    name: 'trastienda:made-at-build',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!files.includes(id)) return null
      const made = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>) // a module's exports by name
      return made.map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))})`).join('\n')
    },
  }
}
