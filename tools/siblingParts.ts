import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Small lazy parts that are grouped into one file, so that the first script has one file name instead of many. */
const siblings: Readonly<Record<string, readonly string[]>> = {
  // Overlays of any page, and the actions of its menus.
  overPages: [
    'web/platform/session/askForAccess.tsx',
    'web/platform/session/IdleDialog.tsx',
    'web/platform/frame/RedirectPage.tsx',
    'web/platform/session/ReLoginDialog.tsx',
    'web/platform/outage/redirectFromWrongContext.ts',
    'web/platform/session/StepUpDialog.tsx',
  ],
  // Banners above a page, for some members.
  banners: [
    'web/platform/frame/ModeQuestion.tsx',
    'web/platform/frame/SandboxOnlyMark.tsx',
    'web/platform/frame/TillBar.tsx',
    'web/platform/frame/ViewBanner.tsx',
  ],
  // Parts of a filtered or searched list.
  listFilters: [
    'web/platform/lists/FilterPanel.tsx',
    'web/sales/operations/FiltersOn.tsx',
    'web/sales/operations/IgnoredNotice.tsx',
    'web/sales/operations/OperationsEmpty.tsx',
    'web/sales/operations/ReadingLabel.tsx',
    'web/sales/operations/SearchReading.tsx',
    'web/sales/operations/views/ViewBar.tsx',
    'web/platform/ui/tables/FilterChips.tsx',
  ],
}

const root = join(import.meta.dirname, '..')
const names = new Map(Object.entries(siblings).flatMap(([name, files]) => files.map((file) => [join(root, file), name] as const)))
for (const file of names.keys()) if (!existsSync(file)) throw new Error(`${file} does not exist`)

/** The file that a small part shares with its siblings; null for everything else. */
export const siblingsOf = (id: string): string | null => names.get(id) ?? null
