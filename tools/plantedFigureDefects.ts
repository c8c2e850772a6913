import type { PlantedDefect } from './plantedDefect.ts'

/** Figures by day: what is counted, on which day, and once. */
export const figureDefects: readonly PlantedDefect[] = [
  {
    name: 'a cancellation that no figure counts',
    file: 'server/sales/lifecycle/countFacts.ts',
    find: 'factOfEvent.get(event) ?? null',
    replace: "(event === 'cancelled' ? null : (factOfEvent.get(event) ?? null))",
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'a fact counted on its day in UTC',
    file: 'server/sales/lifecycle/countFacts.ts',
    find: 'const dayIn = (now: Date): string => madridDay(now)',
    replace: "const dayIn = (now: Date): string => (madridDay(now) === '' ? '' : now.toISOString().slice(0, 10))",
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'a fact counted an hour off Madrid in summer',
    file: 'server/sales/lifecycle/countFacts.ts',
    find: 'const dayIn = (now: Date): string => madridDay(now)',
    replace:
      "const dayIn = (now: Date): string => (madridDay(now) === '' ? '' : new Date(now.getTime() + 3_600_000).toISOString().slice(0, 10))",
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'every capture counted as a sale',
    file: 'server/sales/lifecycle/countFacts.ts',
    find: "factOf(entry) === 'captured' && entry.before?.substatus === 'pending_merchant'",
    replace: "factOf(entry) === 'captured' && entry.before !== null",
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'folded figures that replace those of the row they are added to',
    file: 'server/sales/lifecycle/figureTables.ts',
    find: '${named(name)} = d.${named(name)} + excluded.${named(name)}',
    replace: '${named(name)} = excluded.${named(name)}',
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'figures without what is not yet added up',
    file: 'server/sales/lifecycle/figureTables.ts',
    find: 'union all select ${one.ofChanges.columns} from ${one.ofChanges.from(sql`operation_changes`)})`',
    replace: 'union all select ${one.ofChanges.columns} from ${one.ofChanges.from(sql`(select * from operation_changes limit 0)`)})`',
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
  {
    name: 'a day summed over all shops while it is not over',
    file: 'server/sales/lifecycle/closeFigureDays.ts',
    find: 'addDays(madridDay(now()), -2)',
    replace: 'addDays(madridDay(now()), 0)',
    caughtBy: ['server/provider/figures/figures.test.ts'],
  },
  {
    name: 'sales of test mode in the sums over all shops',
    file: 'server/sales/lifecycle/figureTables.ts',
    find: "ofAll(sales, ['day', 'channel'], live)",
    replace: "ofAll(sales, ['day', 'channel'], sql`true`)",
    caughtBy: ['server/provider/figures/figures.test.ts'],
  },
  {
    name: 'the last day of each run of sums over all shops left out',
    file: 'server/sales/lifecycle/closeFigureDays.ts',
    find: 'between ${from}::date and ${last}::date',
    replace: 'between ${from}::date and ${last}::date - 1',
    caughtBy: ['server/provider/figures/figures.test.ts'],
  },
  {
    name: 'a change of state that the search across shops does not follow',
    file: 'server/sales/lifecycle/foldChanges.ts',
    find: ', movedLookups(gone)',
    replace: '',
    caughtBy: ['server/provider/operations/searchOperations.test.ts'],
  },
  {
    name: 'a search across shops that the session secret takes away when it changes',
    file: 'server/sales/lifecycle/operationLookups.ts',
    find: 'coalesce((select l.key from lookup_key l), ${firstKey(secret)}::bytea)',
    replace: '${firstKey(secret)}::bytea',
    caughtBy: ['server/provider/operations/searchOperations.test.ts'],
  },
  {
    name: 'figures of another shop',
    file: 'server/sales/insights/campaigns.ts',
    find: 'm.id = any(${ids}::uuid[]) and m.account_id = ${caller.accountId}',
    replace: 'true or m.id = any(${ids}::uuid[]) and m.account_id = ${caller.accountId}',
    caughtBy: ['server/sales/insights/insights.test.ts'],
  },
]
