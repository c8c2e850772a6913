import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Puts the shapes of all answers into the build as the plain value that `file` makes of the contract, whose schemas the browser does not get. */
export function answerShapes(file: string): Plugin {
  return {
    name: 'trastienda:answer-shapes',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id !== file) return null
      const made = (await import(pathToFileURL(file).href)) as { answerShapes: object } // the module itself, read by Node
      return `export const answerShapes = JSON.parse(${JSON.stringify(JSON.stringify(made.answerShapes))})`
    },
  }
}
