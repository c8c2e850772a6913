import type { PaperLine } from '#domain/merchants/company/paperText'
import { PdfFile } from './file.ts'
import { turn } from './matrix.ts'
import { runsOf, type Run } from './pageText.ts'
import type { PdfDict } from './tokens.ts'

/** Pages that are read: what is looked for stands at the beginning. */
const mostPages = 30
/** For how long a file is read, in milliseconds, and how much of it is kept: what is made to be slow ends with what was read by then. */
const mostMs = 4_000
const most = { lines: 5_000, letters: 1_000 }

/**
 * The text of a PDF, line by line with its place, read on this device: nothing of it leaves. Scanned pictures have none; what a font does not explain is
 * left out. Throws nothing: a file that cannot be read, or is encrypted, has no lines.
 */
export async function readPdf(bytes: Uint8Array): Promise<PaperLine[]> {
  const until = performance.now() + mostMs
  try {
    const file = await PdfFile.open(bytes)
    const lines: PaperLine[] = []
    for (const [index, page] of file.pages(mostPages).entries()) {
      if (performance.now() > until || lines.length >= most.lines) break
      lines.push(...(await linesOfPage(file, page, index + 1, until)))
      // Whoever types meanwhile goes first.
      await new Promise((resolve) => setTimeout(resolve))
    }
    return lines.slice(0, most.lines)
  } catch {
    return []
  }
}

async function linesOfPage(file: PdfFile, page: PdfDict, number: number, until: number): Promise<PaperLine[]> {
  const box = file.listAt(page, page.dict.has('CropBox') ? 'CropBox' : 'MediaBox').map((one) => Number(file.resolve(one)))
  const [left = 0, bottom = 0, right = 595, top = 842] = box
  const [width, height] = [right - left || 595, top - bottom || 842]
  const degrees = file.numberAt(page, 'Rotate') ?? 0
  const [wide, high] = degrees % 180 === 0 ? [width, height] : [height, width]
  const [a, b, c, d, e, f] = turn(degrees, width, height)
  const runs = await runsOf(file, page, [a, b, c, d, e - left * a - bottom * c, f - left * b - bottom * d], until)
  return joinLines(runs).map(({ text, x, y, width: long, size }, index) => ({
    page: number,
    line: index + 1,
    text: text.slice(0, most.letters),
    box: { x: x / wide, y: 1 - (y + size * 0.8) / high, width: long / wide, height: size / high },
    shape: wide / high,
  }))
}

/** A gap wider than a letter's half is a space; one wider than two letters parts columns, which stay apart by two spaces. */
function joinLines(runs: readonly Run[]): Run[] {
  const lines: Run[][] = []
  for (const run of runs.toSorted((one, other) => other.y - one.y)) {
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
