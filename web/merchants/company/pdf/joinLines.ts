/** Words as placed on a page: start and end on their baseline, in points from the page's top left corner. */
export type Run = { text: string; x: number; y: number; width: number; size: number }

/** A gap wider than half the width of a character is a space; one wider than two characters separates columns, which are joined by two spaces. */
export function joinLines(runs: readonly Run[]): Run[] {
  const lines: Run[][] = []
  for (const run of runs.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && Math.abs(first.y - run.y) < Math.max(first.size, run.size) * 0.4) line.push(run)
    else lines.push([run])
  }
  return lines.map((line) => line.toSorted((one, other) => one.x - other.x).reduce(joined))
}

function joined(line: Run, run: Run): Run {
  const gap = run.x - (line.x + line.width)
  const between = gap > run.size * 1.2 ? '  ' : gap > run.size * 0.15 && !line.text.endsWith(' ') && !run.text.startsWith(' ') ? ' ' : ''
  return {
    ...line,
    text: line.text + between + run.text,
    width: Math.max(line.width, run.x + run.width - line.x),
    size: Math.max(line.size, run.size),
  }
}
