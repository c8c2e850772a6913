import type { SourceFile } from './sourceProblems.ts'

const declaration = /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) ([A-Za-z_$][\w$]*)/gm
const word = /[A-Za-z_$][\w$]*/g

/**
 * Exports whose name is a word of no other file: one that another file uses in any sense, in a comment too, is not found. A schema (`const`) of the contract may be one: its name is
 * that of a component of the API's description.
 */
export function exportProblems(files: readonly SourceFile[]): string[] {
  const code = files.filter(({ name }) => /\.(ts|tsx|mjs)$/.test(name))
  const filesWith = new Map<string, number>()
  for (const { text } of code) for (const found of new Set(text.match(word))) filesWith.set(found, (filesWith.get(found) ?? 0) + 1)
  return code.flatMap(({ name, text }) =>
    [...text.matchAll(declaration)]
      .filter(([line, exported = '']) => filesWith.get(exported) === 1 && !(name.startsWith('contract/') && line.includes(' const ')))
      .map(([, exported]) => `${name}: ${exported} is exported and used nowhere else; remove "export", or all of it.`),
  )
}
