type LintOverride = { files: readonly string[]; rules?: Readonly<Record<string, unknown>> }
/** As much of the linter's configuration as says which folder may import what. */
export type LintConfig = { overrides: readonly LintOverride[] }

const importRule = 'no-restricted-imports'

/** "server/{a,b}/**" as "server/a" and "server/b"; nothing for globs of single files. */
function foldersOf(glob: string): string[] {
  const { folder, names, rest = '' } = /^(?<folder>[^{}*]*?)(?:\{(?<names>[^{}]*)\}(?<rest>[^{}*]*))?\/\*\*$/.exec(glob)?.groups ?? {}
  if (folder === undefined) return []
  return names === undefined ? [folder] : names.split(',').map((name) => folder + name + rest)
}

/**
 * Every folder of code directly under server/ and web/ stands by its name in an import rule, or anybody could import it and it could import anybody;
 * and no rule names a folder that is gone.
 */
export function roomProblems({ overrides }: LintConfig, fileNames: readonly string[]): string[] {
  const ruled = overrides.filter(({ rules }) => Array.isArray(rules?.[importRule])).flatMap(({ files }) => files.flatMap(foldersOf))
  const rooms = new Set(fileNames.flatMap((name) => /^(?:server|web)\/[^/]+(?=\/.*\.tsx?$)/.exec(name) ?? []))
  return [
    ...[...rooms]
      .filter((room) => !ruled.includes(room))
      .map((room) => `.oxlintrc.json: no ${importRule} rule names ${room}; add it to the list of rooms or foundations that it belongs to.`),
    ...[...new Set(ruled)]
      .filter((folder) => !fileNames.some((name) => name.startsWith(`${folder}/`)))
      .map((folder) => `.oxlintrc.json: a ${importRule} rule names ${folder}, which does not exist; take it out.`),
  ]
}
