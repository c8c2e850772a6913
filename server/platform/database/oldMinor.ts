/** The first minor release of each PostgreSQL version in the year before this version of ours (docs/release.md). */
const oldestMinors: Readonly<Record<number, number>> = { 15: 16, 16: 12, 17: 8, 18: 2 }

/** A warning, or none, for a server that lacks the corrections of a year. `versionNumber`: as PostgreSQL's `server_version_num`, 180002 for 18.2. */
export function oldMinorWarning(versionNumber: number): string[] {
  const [major, minor] = [Math.floor(versionNumber / 10_000), versionNumber % 10_000]
  const oldest = oldestMinors[major] ?? 0
  if (minor >= oldest) return []
  return [
    `The database is PostgreSQL ${major}.${minor}, which lacks corrections of more than a year: install the newest ${major}.x (${major}.${oldest} at least).`,
  ]
}
