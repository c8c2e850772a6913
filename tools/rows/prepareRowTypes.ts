import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript-api'
import type { Kind, RowType, RowTypes } from './rowTypes.ts'

const root = join(import.meta.dirname, '../..')
const methods = new Set(['rows', 'first', 'firstByValue'])
const cacheFolder = join(root, 'node_modules/.cache/row-types')

const flagKinds: readonly (readonly [ts.TypeFlags, Kind])[] = [
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter, 'any'],
]

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  const simple = flagKinds.find(([flags]) => type.flags & flags)
  if (simple) return simple[1]
  if (type.isIntersection()) return type.types.some(({ flags }) => flags & ts.TypeFlags.StringLike) ? 'string' : 'object'
  const name = type.symbol?.name
  if (name === 'Date') return 'Date'
  if (name === 'Buffer' || name === 'Uint8Array') return 'Buffer'
  return checker.isArrayType(type) || checker.isTupleType(type) ? 'array' : 'object'
}

const kindsOf = (checker: ts.TypeChecker, type: ts.Type): Kind[] => [
  ...new Set((type.isUnion() ? type.types : [type]).map((one) => kindOf(checker, one))),
]

/** The columns of a row type; of a union those of any of its types, which may each say something else. */
function columnsOf(checker: ts.TypeChecker, type: ts.Type): RowType {
  const columns: Record<string, Kind[]> = {}
  for (const part of type.isUnion() ? type.types : [type])
    for (const column of checker.getPropertiesOfType(part))
      columns[column.name] = [...new Set([...(columns[column.name] ?? []), ...kindsOf(checker, checker.getTypeOfSymbol(column))])]
  return columns
}

/** The type argument of a call that reads rows, and where its method stands. */
function readCall(node: ts.Node): { method: ts.Node; row: ts.TypeNode } | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const [row] = node.typeArguments ?? []
  return row && methods.has(node.expression.name.text) ? { method: node.expression.name, row } : undefined
}

/** The source files of rooms without their tests, whose rows have no types here, sorted. */
const sourcesOf = (folder: string): string[] =>
  ts.sys
    .readDirectory(join(root, folder), ['.ts'])
    .filter((name) => !name.endsWith('.test.ts'))
    .toSorted()

/** The packages that the shapes of rows are written with: what contract and domain import. */
const packagesOfShapes = (): string[] =>
  ['domain', 'contract']
    .flatMap(sourcesOf)
    .flatMap((name) => ts.preProcessFile(readFileSync(name, 'utf8')).importedFiles)
    .flatMap(({ fileName }) => /^(?:@[\w-]+\/)?\w[\w-]*(?=\/|$)/.exec(fileName)?.[0] ?? [])

/** The language's own types and Node's. */
function packagesOfLanguage(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'node_modules/@types/node/package.json'), 'utf8')) as { dependencies: object }
  return ['typescript-api', '@types/node', ...Object.keys(dependencies)]
}

/** Reads no other packages than those whose types may stand in a row: Stripe's alone are longer than the server's source. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const read = new Set([...packagesOfShapes(), ...packagesOfLanguage()])
  const unread = (name: string) => {
    const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name) ?? []
    return packageName !== undefined && !read.has(packageName)
  }
  return {
    ...host,
    getSourceFile: (name, language, ...rest) =>
      unread(name) ? ts.createSourceFile(name, 'export {}', language) : host.getSourceFile(name, language, ...rest),
  }
}

function typesOfProgram(): RowTypes {
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'server/tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  } satisfies ts.ParseConfigFileHost)
  const options = { ...config?.options, noEmit: true, composite: false, incremental: false, skipLibCheck: true }
  const rootNames = config?.fileNames.filter((name) => !name.endsWith('.test.ts')) ?? []
  const program = ts.createProgram({ rootNames, options, host: hostOf(options) })
  const checker = program.getTypeChecker()
  const rowTypes: Record<string, RowType> = {}
  const visit = (file: ts.SourceFile, node: ts.Node): void => {
    const call = readCall(node)
    if (call) {
      const line = file.getLineAndCharacterOfPosition(call.method.getStart()).line + 1
      const type = checker.getTypeFromTypeNode(call.row)
      // Types with a parameter or with any column are not known here.
      const isOpen = (type.isIntersection() ? type.types : [type]).some(
        (part) => part.flags & ts.TypeFlags.TypeParameter || checker.getIndexInfosOfType(part).length > 0,
      )
      if (isOpen) return void ts.forEachChild(node, (child) => visit(file, child))
      rowTypes[`${file.fileName.slice(root.length + 1)}:${line}`] = columnsOf(checker, type)
    }
    ts.forEachChild(node, (child) => visit(file, child))
  }
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(join(root, 'server/'))) visit(file, file)
  return rowTypes
}

/** Where the row types of the source as it stands are kept. */
function cacheFile(): string {
  const digest = createHash('sha256')
  for (const folder of ['server', 'domain', 'contract'])
    for (const name of sourcesOf(folder)) digest.update(name).update(readFileSync(name))
  return join(cacheFolder, `${digest.digest('hex')}.json`)
}

/** Before all tests, once: TypeScript reads the server's source for five seconds, and not again until the source changes. Sets `ROW_TYPES` for the workers. */
export function setup(): void {
  const file = cacheFile()
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(typesOfProgram()))
    renameSync(`${file}.${process.pid}`, file)
  }
  process.env.ROW_TYPES = file
}
