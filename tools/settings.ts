import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingGroups } from '../server/platform/config/settings.ts'

/** docs/settings.md: every setting with its default and meaning, by matter. */
export function settingsPage(): string {
  const sections = Object.entries(settingGroups).map(([matter, settings]) => {
    const rows = Object.entries<readonly [string, string]>(settings).map(
      ([name, [fallback, meaning]]) =>
        `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${meaning.replaceAll('|', '\\|')}. |`,
    )
    return `## ${matter}\n\n| Variable | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Settings

Environment variables, all read at the start; an invalid one ends it with one line that names it. Made by \`node tools/run.mjs settings\` from \`server/platform/config/\`.

${sections.join('\n')}`
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/settings.md'), settingsPage())
