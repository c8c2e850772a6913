import { posix } from 'node:path'
import type { ImportRule } from './importRules.ts'
import type { SourceFile } from './sourceProblems.ts'

const specifiers = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)['"]([^'"\n]+)['"]/g
const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

/** What a file imports: a path of the project, or the name of a package; nothing for Node's built-ins. */
function importOf(name: string, specifier: string): { path: string } | { package: string } | null {
  if (specifier.startsWith('.')) return { path: posix.normalize(posix.join(posix.dirname(name), specifier)) }
  const [, alias, rest] = /^#(domain|contract)\/(.+)$/.exec(specifier) ?? []
  if (alias !== undefined) return { path: `${alias}/${rest}.ts` }
  return /^(?:node|virtual):|^data:|^https?:/.test(specifier) ? null : { package: specifier }
}

/** The project's own files that a file imports, types included. */
export const importedPaths = ({ name, text }: SourceFile): string[] =>
  [...text.matchAll(specifiers)].flatMap(([, specifier = '']) => {
    const target = importOf(name, specifier)
    return target !== null && 'path' in target ? [target.path] : []
  })

/** Tests and their support may import what they test. */
const isTest = (name: string) => /\.test\.tsx?$/.test(name)

/** Imports that no rule allows, folders without a rule, and rules for missing folders. */
export function importProblems(rules: readonly ImportRule[], files: readonly SourceFile[]): string[] {
  const named = rules.flatMap((rule) => rule.folders.map((folder) => ({ folder, rule })))
  const innermost = (name: string) =>
    named.filter(({ folder }) => isIn(name, folder)).toSorted((one, other) => other.folder.length - one.folder.length)[0]
  const source = files.filter(({ name }) => /\.(?:ts|tsx)$/.test(name))
  const problems = new Set<string>()
  for (const { name, text } of source) {
    const of = innermost(name)
    const room = /^(?:server|web)\/[^/]+(?:\/[^/]+)?(?=\/)/.exec(name)?.[0]
    if (!of || (room !== undefined && of.folder === 'web')) {
      problems.add(`tools/importRules.ts: no rule names ${room ?? posix.dirname(name)}; say what it may import.`)
      continue
    }
    const { may, packages } = of.rule
    if (isTest(name) || may === null) continue
    for (const [, specifier = ''] of text.matchAll(specifiers)) {
      const target = importOf(name, specifier)
      if (target === null) continue
      if ('path' in target) {
        if (!isIn(target.path, of.folder) && !may.some((place) => isIn(target.path, place)))
          problems.add(`${name}: ${of.folder} may not import ${target.path} (tools/importRules.ts).`)
      } else if (packages !== null && !packages.some((one) => isIn(target.package, one)))
        problems.add(`${name}: ${of.folder} may not import the package ${target.package} (tools/importRules.ts).`)
    }
  }
  for (const { folder } of named)
    if (!source.some(({ name }) => isIn(name, folder)))
      problems.add(`tools/importRules.ts: a rule names ${folder}, which is not there; take it out.`)
  return [...problems]
}
