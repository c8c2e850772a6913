import { conditionsOf, type PlanNode } from './planReading.ts'

type Equality = { left: string; right: string; binds: (term: string) => boolean }
type Facts = {
  nodes: readonly PlanNode[]
  merchantColumn: ReadonlyMap<string, number>
  equalities: readonly Equality[]
  bound: Set<string>
}

const conditionKeys = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'] as const

const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)]

/**
 * The distributed tables of which a plan may touch rows of more than one merchant: of each scan, `merchant_id` must equal a parameter or the column of
 * another relation of which the same is true. To be planned without row-level security, whose own condition would hide a missing one. `merchantColumn`:
 * the position of `merchant_id` in each distributed table, from 0.
 */
export function unboundTables(plan: PlanNode, merchantColumn: ReadonlyMap<string, number>): string[] {
  const nodes = everyNode(plan)
  const equalities = [...nodes.flatMap((node) => equalitiesOf(node, ownAlias(node))), ...hashedEqualities(nodes)]
  const facts: Facts = { nodes, merchantColumn, equalities, bound: new Set() }
  for (let before = -1; before < facts.bound.size;) {
    before = facts.bound.size
    for (const { left, right, binds } of facts.equalities) {
      if (binds(left) && isBound(right, facts)) facts.bound.add(left)
      if (binds(right) && isBound(left, facts)) facts.bound.add(right)
    }
  }
  const unbound = nodes.filter((node) => {
    const position = merchantColumn.get(node['Relation Name'] ?? '')
    if (position === undefined || node.Alias === undefined) return false
    if (node['Node Type'] === 'ModifyTable') return node.Operation === 'Insert' && !isBound(insertedAt(node, position), facts)
    return !isBound(`${node.Alias}.merchant_id`, facts)
  })
  return [...new Set(unbound.flatMap((node) => node['Relation Name'] ?? []))]
}

const childOf = (node: PlanNode | undefined, relationship: string): PlanNode | undefined =>
  node?.Plans?.find((child) => child['Parent Relationship'] === relationship)

const insertedAt = (node: PlanNode, position: number): string => childOf(node, 'Outer')?.Output?.[position] ?? ''

/** The alias of the relation that a node scans. */
const ownAlias = (node: PlanNode): string | undefined => (node['Node Type'].includes('Scan') ? node.Alias : undefined)

function equalitiesOf(node: PlanNode, alias: string | undefined): Equality[] {
  // The conditions of the indexes are repeated by the scan above them.
  if (node['Node Type'] === 'Bitmap Index Scan') return []
  const conditions = conditionKeys.flatMap((key) => (node[key] === undefined ? [] : conditionsOf(node[key])))
  const each = conditions.flatMap(commonTo).flatMap((one) => (one.startsWith('ANY (') ? conditionsOf(one.slice('ANY '.length)) : [one]))
  const binds = bindsOf(node, alias)
  return each.flatMap((one) => {
    const [, left, right] = /^(.+?) = (.+)$/s.exec(one) ?? []
    return left === undefined || right === undefined ? [] : [{ left: termOf(left), right: termOf(right), binds }]
  })
}

/** The conditions that all alternatives of a condition have, as those of several indexes that are read together. */
function commonTo(condition: string): string[] {
  const [first = [], ...others] = conditionsOf(condition, ' OR ').map((one) => conditionsOf(one))
  return first.filter((one) => others.every((other) => other.includes(one)))
}

/** What a subplan's rows are looked up by in a hash table: the subplan itself does not have the condition. */
const hashedEqualities = (nodes: readonly PlanNode[]): Equality[] =>
  nodes.flatMap((node) =>
    [...JSON.stringify({ ...node, Plans: [] }).matchAll(/([\w.]+) = \(hashed (SubPlan \d+)\)\.col(\d+)/g)].flatMap(
      ([, left = '', name, column]) => {
        const right = outputOf(nodes, name, column)
        return right === undefined ? [] : [{ left, right: termOf(right), binds: (term: string) => term !== left && isColumn(term) }]
      },
    ),
  )

const outputOf = (nodes: readonly PlanNode[], subplan: string | undefined, column: string | undefined): string | undefined =>
  nodes.find((node) => node['Subplan Name'] === subplan)?.Output?.[Number(column) - 1]

/** Which columns a node's conditions can bind: those of the scanned relation, or of the side of an outer join that need not have a row. */
function bindsOf(node: PlanNode, alias: string | undefined): Equality['binds'] {
  if (alias !== undefined) return (term) => term.startsWith(`${alias}.`)
  const join = node['Join Type'] ?? 'Inner'
  if (join === 'Full') return () => false
  const optional = /^Right( Anti)?$/.test(join) ? 'Outer' : /^(Left|Anti)$/.test(join) ? 'Inner' : undefined
  if (optional === undefined) return isColumn
  const side = childOf(node, optional)
  const aliases = new Set(side ? everyNode(side).map((one) => one.Alias) : [])
  return (term) => isColumn(term) && aliases.has(aliasOf(term))
}

const isColumn = (term: string) => /^("[^"]+"|\w+)\.\w+$/.test(term)
const aliasOf = (term: string) => term.replace(/\.\w+$/, '').replaceAll('"', '')

/** Without brackets and casts. */
function termOf(text: string): string {
  const bare = conditionsOf(text.replace(/::[a-z ]+$/, ''))
  const [one = text] = bare
  return bare.length === 1 && one !== text ? termOf(one) : text
}

const subplanOutput = /^\((?:hashed )?(SubPlan \d+)\)\.col(\d+)$/

function isBound(text: string, facts: Facts, seen: ReadonlySet<string> = new Set()): boolean {
  const term = termOf(text)
  if (facts.bound.has(term)) return true
  // A subquery that returns one value.
  if (/^\(?InitPlan \d+\)?\.col\d+$/.test(term)) return true
  const [, name, column] = subplanOutput.exec(term) ?? []
  if (name !== undefined) {
    const output = outputOf(facts.nodes, name, column)
    return output !== undefined && isBound(output, facts, seen)
  }
  if (isColumn(term)) return !seen.has(term) && isBoundBySource(term, facts, new Set([...seen, term]))
  return term !== '' && !/^(ANY|ALL) /.test(term) && !/\w"?\.\w/.test(term.replaceAll(/'[^']*'/g, '')) && !/^NULL\b/.test(term)
}

/** A column of a CTE or subquery is bound if the column of that name there is, or if it selects parameters only. */
function isBoundBySource(term: string, facts: Facts, seen: ReadonlySet<string>): boolean {
  const inserting = facts.nodes.find((one) => one.Alias === aliasOf(term) && one.Operation === 'Insert')
  if (inserting) return isBound(insertedAt(inserting, facts.merchantColumn.get(inserting['Relation Name'] ?? '') ?? -1), facts, seen)
  const node = facts.nodes.find((one) => one.Alias === aliasOf(term) && one['Relation Name'] === undefined)
  const source =
    node?.['CTE Name'] === undefined
      ? childOf(node, 'Subquery')
      : facts.nodes.find((one) => one['Subplan Name'] === `CTE ${node['CTE Name']}`)
  const outputs = source?.Output ?? []
  const named = outputs.filter((output) => output.endsWith(term.slice(term.lastIndexOf('.'))))
  if (named.length > 0) return named.every((output) => isBound(output, facts, seen))
  return outputs.some((output) => /^\(*\$\d+\)*(::uuid)?$/.test(output))
}
