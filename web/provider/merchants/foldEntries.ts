import type { TimelineEntry } from '#contract/provider/merchants'

/** How far apart, in ms, two entries of one piece of work may lie. */
const gapMs = 15 * 60_000

const whoOf = ({ staff, person, byKey }: TimelineEntry): string => JSON.stringify([staff, person?.id, byKey])
const whatOf = ({ action, refused, merchant, mode }: TimelineEntry): string => JSON.stringify([action, refused, merchant?.id, mode])

/**
 * Entries, newest first, in groups to be shown as one line each: what the same person did several times in one piece of work, such as opening and approving
 * the documents of an application in turn. The groups stand in the order of their newest entry.
 */
export function foldEntries(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const folded: TimelineEntry[][] = []
  let groups = new Map<string, TimelineEntry[]>()
  let earlier: TimelineEntry | undefined
  for (const entry of entries) {
    const goesOn = earlier && whoOf(earlier) === whoOf(entry) && Date.parse(earlier.at) - Date.parse(entry.at) <= gapMs
    if (!goesOn) groups = new Map()
    const group = groups.get(whatOf(entry))
    if (group) group.push(entry)
    else {
      const started = [entry]
      groups.set(whatOf(entry), started)
      folded.push(started)
    }
    earlier = entry
  }
  return folded
}
