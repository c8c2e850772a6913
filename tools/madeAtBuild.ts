import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Replaces, in the build, each of these modules by the plain values that it computes from the contract: the browser gets neither schemas nor
 * policies. Node, and so every test, reads the module itself.
 */
export function madeAtBuild(files: readonly string[]): Plugin {
  return {
    name: 'trastienda:made-at-build',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!files.includes(id)) return null
      const exports = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>) // a module's exports by name
      return exports.map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))})`).join('\n')
    },
  }
}
