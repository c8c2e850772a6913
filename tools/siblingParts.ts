import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Small parts that are fetched one by one when they are needed: each with its siblings in one file, which costs the first script one name instead of many. */
const siblings: Readonly<Record<string, readonly string[]>> = {
  // Over any page, at its end, and what its menus do.
  overPages: [
    'web/shell/askForAccess.tsx',
    'web/shell/IdleDialog.tsx',
    'web/shell/LeavingPage.tsx',
    'web/shell/ReLoginDialog.tsx',
    'web/shell/rescue.ts',
    'web/shell/StepUpDialog.tsx',
  ],
  // Above a page, for some people.
  banners: ['web/shell/ModeQuestion.tsx', 'web/shell/SeatMark.tsx', 'web/shell/TillBar.tsx', 'web/shell/ViewBanner.tsx'],
  // Of a list that is filtered or searched.
  listFilters: [
    'web/operation/FilterPanel.tsx',
    'web/operations/FiltersOn.tsx',
    'web/operations/IgnoredNotice.tsx',
    'web/operations/OperationsEmpty.tsx',
    'web/operations/ReadingLabel.tsx',
    'web/operations/SearchReading.tsx',
    'web/operations/ViewBar.tsx',
    'web/ui/FilterChips.tsx',
  ],
}

const root = join(import.meta.dirname, '..')
const names = new Map(Object.entries(siblings).flatMap(([name, files]) => files.map((file) => [join(root, file), name] as const)))
for (const file of names.keys()) if (!existsSync(file)) throw new Error(`There is no ${file}`)

/** The file that a small part shares with its siblings; null for everything else. */
export const siblingsOf = (id: string): string | null => names.get(id) ?? null
