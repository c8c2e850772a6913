import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distribution } from '../server/platform/database/distribution.ts'
import { outsideRowSecurity, readableInScope } from '../server/platform/database/rowSecurity.ts'
import { schemaFiles } from '../server/platform/database/schemaFiles.ts'

// Writes docs/schema.md from the schema files. `npm run schema`.
const root = join(import.meta.dirname, '..')

type Table = { name: string; purpose: string; references: Set<string> }

/** The tables that a schema file creates. A purpose is the first sentence of the table's comment. */
function tablesOf(text: string): Table[] {
  return [...text.matchAll(/^create table (\w+) \(([^;]*)\n\)/gm)].map(([, name = '', body = '']) => {
    const added = text.matchAll(new RegExp(`alter table ${name} add [^;]*`, 'g'))
    const references = [body, ...[...added].map(([statement]) => statement)].flatMap((part) => [...part.matchAll(/references (\w+)/g)])
    const comment = new RegExp(`comment on table ${name} is '((?:[^']|'')*)'`).exec(text)?.[1] ?? ''
    return {
      name,
      purpose: (/^.*?\.(?= |$)/.exec(comment)?.[0] ?? comment).replaceAll("''", "'"),
      references: new Set(references.map(([, target = '']) => target)),
    }
  })
}

/** One picture a quarter. The tables that nearly every other refers to are left out of the others' pictures. */
const placements: Readonly<Record<string, string>> = distribution
const exceptions: Readonly<Record<string, string>> = { ...readableInScope, ...outsideRowSecurity }
/** Which rows a connection touches, by the policies that the schema files make. */
function rowsOf(name: string, text: string): string {
  const form = new RegExp(`^select isolate_(\\w+)\\('${name}'`, 'm').exec(text)?.[1]
  if (name in readableInScope) return `scope; read: all, ${exceptions[name]}`
  return form === 'tenants' ? 'scope alone' : form === 'in_scope' ? 'scope' : (exceptions[name] ?? '')
}
const everywhere = new Set(['accounts', 'users', 'merchants'])
function quarterSection(quarter: string): string {
  const files = schemaFiles().filter((file) => file.quarter === quarter)
  const tables = files.flatMap(({ text }) => tablesOf(text))
  const own = new Set(tables.map(({ name }) => name))
  const arrows = tables.flatMap(({ name, references }) =>
    [...references]
      .filter((target) => target !== name && (own.has(target) || !everywhere.has(target)))
      .map((target) => `  ${name} --> ${target}`),
  )
  const lists = files.map(({ name, text }) => {
    const rows = tablesOf(text).map(
      (table) => `| \`${table.name}\` | ${table.purpose} | ${placements[table.name] ?? ''} | ${rowsOf(table.name, text)} |`,
    )
    return rows.length > 0 ? `\n**${name}**\n\n| table | holds | placement | rows |\n|---|---|---|---|\n${rows.join('\n')}\n` : ''
  })
  return `## ${quarter}\n\n\`\`\`mermaid\nflowchart LR\n${arrows.join('\n')}\n\`\`\`\n${lists.join('')}`
}

/** The page about the schema, made of the schema files. */
export const schemaPage = (): string => `# The schema

Made by \`npm run schema\` from \`server/platform/database/schema/\`, which is the truth: one file a room. An arrow is a foreign key, without those to \`accounts\`,
\`users\` and \`merchants\` that lead out of a quarter. Placement is where a table lies when shops are spread over several
database servers (\`server/platform/database/distribution.ts\`): \`distributed\`, the rows of a shop on its server; \`reference\`, a copy on each; \`local\`, on one.
Rows are those that a connection touches by row-level security: \`scope alone\`, those of the shop and mode that it has as its scope, and none without one;
\`scope\`, those and the rows of no shop, and without a scope all, as workers and the provider's staff need them; elsewhere all, with the reason where they are of shops.

${['access', 'merchants', 'sales', 'money', 'provider', 'platform'].map(quarterSection).join('\n')}`

if (import.meta.main) writeFileSync(join(root, 'docs/schema.md'), schemaPage())
